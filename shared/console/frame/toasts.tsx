import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from '../parts/controls.tsx';
import { explain } from '../service/explain.ts';
import { t } from '../words/words.ts';
import { announce } from './announce.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo?: (() => void) | undefined;
}

const shown = signal<readonly Toast[]>([]);
/** A toast with something to undo needs time to be read and reached. */
const lastsMilliseconds = { plain: 6000, withUndo: 15_000 };
let next = 1;

/** Shows that something was done. `undo` takes it back. */
export function toast(text: string, undo?: () => void): void {
  shown.value = [...shown.value.slice(-2), { id: next++, text, undo }];
  announce(undo ? `${text} ${t('toast.canUndo')}` : text);
}

/** Runs an act that has no place for an error. A toast shows its error. */
export async function attempt(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    toast(explain(error).text);
  }
}

const remove = (id: number) => {
  shown.value = shown.value.filter((one) => one.id !== id);
};

export const Toasts = () => (
  <section class="toasts" aria-label={t('toast.region')}>
    {shown.value.map((one) => (
      <ToastCard key={one.id} {...one} />
    ))}
  </section>
);

function ToastCard({ id, text, undo }: Toast) {
  useEffect(() => {
    const time = undo ? lastsMilliseconds.withUndo : lastsMilliseconds.plain;
    const timer = setTimeout(() => remove(id), time);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <div class="toast">
      <p>{text}</p>
      {undo && (
        <Button
          look="link"
          onClick={() => {
            remove(id);
            undo();
          }}
        >
          {t('toast.undo')}
        </Button>
      )}
      <Button look="icon" icon="close" label={t('toast.dismiss')} onClick={() => remove(id)} />
    </div>
  );
}
