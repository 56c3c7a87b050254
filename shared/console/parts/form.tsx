import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { copyText } from '../frame/toasts.tsx';
import { change } from '../service/api.ts';
import { t } from '../words/words.ts';
import { Button } from './controls.tsx';
import { ask, Dialog, type Question } from './dialog.tsx';
import { Problem } from './list.tsx';

type Act = () => Promise<unknown>;

/** Runs the change of a button, once at a time, and keeps its error until the next run. */
export function useAct() {
  const state = useSignal({ isRunning: false, error: null as unknown });
  const run = async (act: Act): Promise<void> => {
    if (state.value.isRunning) return;
    state.value = { isRunning: true, error: null };
    try {
      await change(act);
      state.value = { isRunning: false, error: null };
    } catch (error) {
      state.value = { isRunning: false, error };
    }
  };
  /** Asks, and then runs the change. Without `action`, the title of the question is also the text of its button. */
  const runIfSure = async (
    question: Omit<Question, 'action'> & { readonly action?: string },
    act: Act,
  ): Promise<void> => {
    if (await ask({ isDestructive: true, action: question.title, ...question })) await run(act);
  };
  return { ...state.value, run, runIfSure };
}

interface FormProps {
  readonly children: ComponentChildren;
  /** Content below the error, such as buttons. */
  readonly footer: (isRunning: boolean) => ComponentChildren;
  /** Sends the form. The key stays the same until the content changes. */
  readonly onSend: (options: { readonly idempotencyKey: string }) => Promise<unknown>;
  /** Default: nothing happens */
  readonly onEscape?: () => void;
}

/** A form that makes a change. An error appears above its buttons, and the content stays. */
export function Form({ children, footer, onSend, onEscape }: FormProps) {
  const { isRunning, error, run } = useAct();
  const idempotencyKey = useRef<string>(crypto.randomUUID());
  const renewKey = () => {
    idempotencyKey.current = crypto.randomUUID();
  };
  const send = async () => {
    await onSend({ idempotencyKey: idempotencyKey.current });
    renewKey();
  };
  return (
    <form
      class="editor"
      onInput={renewKey}
      onKeyDown={(event) => event.key === 'Escape' && onEscape?.()}
      onSubmit={(event) => {
        event.preventDefault();
        void run(send);
      }}
    >
      {children}
      <Problem error={error} />
      {footer(isRunning)}
    </form>
  );
}

interface FormDialogProps extends Pick<FormProps, 'children' | 'onSend'> {
  readonly title: string;
  /** The button that sends the form. Default: the title */
  readonly action?: string | undefined;
  readonly onClose: () => void;
  /** Whether the form deletes something. Default: false */
  readonly isDestructive?: boolean;
  /** Whether the form cannot be sent yet. Default: false */
  readonly isIncomplete?: boolean;
}

/** A dialog with a form. `onSend` closes it. */
export const FormDialog = ({
  title,
  action,
  onClose,
  isDestructive,
  isIncomplete,
  ...form
}: FormDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <Form
      {...form}
      footer={(isRunning) => (
        <footer class="dialog-actions">
          <Button text={t('dialog.cancel')} onClick={onClose} />
          <Button
            text={action ?? title}
            look={isDestructive ? 'danger' : 'primary'}
            disabled={isRunning || isIncomplete === true}
          />
        </footer>
      )}
    />
  </Dialog>
);

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
        <Button text={t('copy.action')} icon="copy" onClick={() => copyText(secret)} />
      )}
      <Button text={t('once.done')} look="primary" onClick={onClose} />
    </footer>
  </Dialog>
);
