import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../words/words.ts';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** The person closes the dialog by Escape, its button, or a click beside it. */
  readonly onClose: () => void;
  /** Default: as wide as text */
  readonly isWide?: boolean;
}

/** A dialog of the browser: it keeps the focus inside, and gives it back when it is removed. */
export function Dialog({ title, children, onClose, isWide }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      class={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="icon-button" aria-label={t('dialog.close')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

export interface Question {
  readonly title: string;
  /** What happens, and what is lost. */
  readonly text: ComponentChildren;
  /** The button that does it. */
  readonly action: string;
  /** It takes something away. Default: it does not */
  readonly isDestructive?: boolean;
}

const asked = signal<(Question & { readonly answer: (yes: boolean) => void }) | null>(null);

/** Asks before something is done. Resolves with false if the person declines. */
export const ask = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (yes: boolean) => {
      asked.value = null;
      resolve(yes);
    };
    asked.value = { ...question, answer };
  });

/** The question of `ask`. The frame has it once. */
export function AskedQuestion() {
  const question = asked.value;
  if (!question) return null;
  const { title, text, action, isDestructive, answer } = question;
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      <div class="dialog-text">{typeof text === 'string' ? <p>{text}</p> : text}</div>
      <footer class="dialog-actions">
        <button type="button" class="button" onClick={() => answer(false)}>
          {t('dialog.cancel')}
        </button>
        <button
          type="button"
          class={isDestructive ? 'button danger' : 'button primary'}
          onClick={() => answer(true)}
        >
          {action}
        </button>
      </footer>
    </Dialog>
  );
}
