import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { t } from '../words/words.ts';
import { Button } from './controls.tsx';
import { copyText } from './copy.tsx';
import { ask, Dialog, type Question } from './dialog.tsx';
import { Problem } from './problem.tsx';

/** An act of a button: it runs once at a time, and its error is kept until the next one. */
export function useAct() {
  const state = useSignal<{ readonly isRunning: boolean; readonly error: unknown }>({
    isRunning: false,
    error: null,
  });
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    if (state.value.isRunning) return;
    state.value = { isRunning: true, error: null };
    try {
      await act();
      state.value = { isRunning: false, error: null };
    } catch (error) {
      state.value = { isRunning: false, error };
    }
  };
  /** Asks before it takes something away. */
  const runIfSure = async (
    question: Omit<Question, 'action'>,
    act: () => Promise<unknown>,
  ): Promise<void> => {
    if (await ask({ isDestructive: true, ...question, action: question.title })) await run(act);
  };
  return { ...state.value, run, runIfSure };
}

interface FormDialogProps {
  readonly title: string;
  /** The button that sends the form. Default: the title */
  readonly action?: string;
  readonly children: ComponentChildren;
  /** Sends the form. The key is the same while the content is the same. */
  readonly onSend: (options: { readonly idempotencyKey: string }) => Promise<unknown>;
  readonly onClose: () => void;
  /** It takes something away. Default: it does not */
  readonly isDestructive?: boolean;
  /** The form cannot be sent yet. Default: it can */
  readonly isIncomplete?: boolean;
}

/** A dialog with a form. An error appears above its buttons, and the content stays. */
export function FormDialog({
  title,
  action = title,
  children,
  onSend,
  onClose,
  isDestructive,
  isIncomplete,
}: FormDialogProps) {
  const { isRunning, error, run } = useAct();
  const idempotencyKey = useRef<string>(crypto.randomUUID());
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="editor"
        onInput={() => {
          idempotencyKey.current = crypto.randomUUID();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => onSend({ idempotencyKey: idempotencyKey.current }));
        }}
      >
        {children}
        <Problem error={error} />
        <footer class="dialog-actions">
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <button
            type="submit"
            class={isDestructive ? 'button danger' : 'button primary'}
            disabled={isRunning || isIncomplete === true}
          >
            {action}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

interface ShownOnceProps {
  readonly title: string;
  /** Names the secret. */
  readonly label: string;
  /** Undefined if the service does not show it any more. */
  readonly secret: string | undefined;
  readonly children?: ComponentChildren;
  readonly onClose: () => void;
}

/** A secret that the service shows only now. */
export const ShownOnce = ({ title, label, secret, children, onClose }: ShownOnceProps) => (
  <Dialog title={title} onClose={onClose}>
    {secret === undefined ? (
      <p>{t('once.gone')}</p>
    ) : (
      <>
        <p>{t('once.text')}</p>
        <textarea
          class="secret"
          readOnly
          rows={2}
          aria-label={label}
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
      </>
    )}
    {children}
    <footer class="dialog-actions">
      {secret !== undefined && (
        <Button icon="copy" onClick={() => copyText(secret)}>
          {t('copy.action')}
        </Button>
      )}
      <Button look="primary" onClick={onClose}>
        {t('once.done')}
      </Button>
    </footer>
  </Dialog>
);
