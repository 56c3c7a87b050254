import { signal } from '@preact/signals';
import { Button } from '../parts/controls.tsx';
import { inOneText } from '../service/explain.ts';
import { t } from '../words/words.ts';

const announced = signal<readonly (readonly [turn: number, text: string])[]>([]);

/** Says a text to people who use a screen reader. */
export function announce(text: string): void {
  const [[last] = [0]] = announced.value;
  announced.value = [[last + 1, text] as const, ...announced.value].slice(0, 3);
}

/** Each text is a new element, so a text that is said twice is read twice. The texts before stay, for one may be read out still. */
export const Announcer = () => (
  <div class="hidden" aria-live="polite" aria-relevant="additions">
    {announced.value.map(([turn, text]) => (
      <p key={turn}>{text}</p>
    ))}
  </div>
);

interface Toast {
  readonly text: string;
  readonly undo?: (() => void) | undefined;
}

const shown = signal<readonly Toast[]>([]);
/** A toast with something to undo needs time to be read and reached. */
const lastsMilliseconds = { plain: 6000, withUndo: 15_000 };

/** Shows that something was done. `undo` takes it back. */
export function toast(text: string, undo?: () => void): void {
  const one = { text, undo };
  shown.value = [...shown.value.slice(-2), one];
  setTimeout(remove, undo ? lastsMilliseconds.withUndo : lastsMilliseconds.plain, one);
  announce(undo ? `${text} ${t('toast.canUndo')}` : text);
}

function remove(toast: Toast): void {
  shown.value = shown.value.filter((one) => one !== toast);
}

/** Does something that has no place for an error: the error is a toast. */
export async function attempt(act: () => Promise<unknown>): Promise<void> {
  await act().catch((error) => toast(inOneText(error)));
}

export const Toasts = () => (
  <section class="toasts" aria-label={t('toast.region')}>
    {shown.value.map((one) => (
      <div key={one} class="toast">
        <p>{one.text}</p>
        {one.undo && (
          <Button
            text={t('toast.undo')}
            look="link"
            onClick={() => {
              remove(one);
              one.undo?.();
            }}
          />
        )}
        <Button look="icon" icon="close" label={t('toast.dismiss')} onClick={() => remove(one)} />
      </div>
    ))}
  </section>
);

/** Copies a text, such as a link. If the browser does not allow it, the person is told. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('copy.done'));
  } catch {
    toast(t('copy.failed'));
  }
}
