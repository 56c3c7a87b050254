import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
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

/** Says that something was done. `undo` takes it back. */
export function toast(text: string, undo?: () => void): void {
  shown.value = [...shown.value.slice(-2), { id: next++, text, undo }];
  announce(undo ? `${text} ${t('toast.canUndo')}` : text);
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
        <button
          type="button"
          class="link"
          onClick={() => {
            remove(id);
            undo();
          }}
        >
          {t('toast.undo')}
        </button>
      )}
      <button type="button" class="icon-button" aria-label={t('toast.dismiss')} onClick={() => remove(id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
