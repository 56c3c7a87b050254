import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../words/words.ts';
import { Button } from './controls.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** The person closes the dialog by Escape, its button, or a click beside it. */
  readonly onClose: () => void;
}

/** A modal dialog. The browser keeps the focus inside, and returns it when the dialog is removed. */
export function Dialog({ title, children, onClose }: DialogProps) {
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
      class="dialog"
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
          <Button look="icon" icon="close" label={t('dialog.close')} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

export interface Question {
  readonly title: string;
  /** The consequences, such as what will be lost. */
  readonly text: string;
  /** The text of the button that agrees. */
  readonly action: string;
  /** Whether the act deletes something. Default: false */
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

/** Shows the question of `ask`. Only the frame contains it. */
export function AskedQuestion() {
  const question = asked.value;
  if (!question) return null;
  const { title, text, action, isDestructive, answer } = question;
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      <p>{text}</p>
      <footer class="dialog-actions">
        <Button text={t('dialog.cancel')} onClick={() => answer(false)} />
        <Button text={action} look={isDestructive ? 'danger' : 'primary'} onClick={() => answer(true)} />
      </footer>
    </Dialog>
  );
}
