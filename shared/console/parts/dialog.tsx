import { signal, useSignal } from '@preact/signals';
import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext, useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Announcer, copyText, Toasts } from '../frame/toasts.tsx';
import { change } from '../service/api.ts';
import { t } from '../words/words.ts';
import { Button, type ButtonProps } from './controls.tsx';
import { FieldsProvider, usePlaced } from './fieldErrors.tsx';
import { Explained } from './list.tsx';

/** The open dialogs. The last one is above the others. */
const open = signal<readonly VNode[]>([]);
const Opened = createContext({ close: () => {}, isTop: true });

/** Opens a dialog, a component that contains a `Dialog`, unless it is open already. */
export function openDialog(dialog: VNode): void {
  if (open.value.at(-1)?.type !== dialog.type) open.value = [...open.value, dialog];
}

/** Returns a function that closes the dialog of the component. */
export const useClose = () => useContext(Opened).close;

/** Shows the open dialogs, until the screen changes, and messages. Only the frame contains it. */
export function Dialogs() {
  const { url } = useLocation();
  useEffect(
    () => () => {
      open.value = [];
    },
    [url],
  );
  const close = (dialog: VNode) => () => {
    open.value = open.value.filter((one) => one !== dialog);
  };
  const top = open.value.at(-1);
  return (
    <>
      {!top && <Toasts />}
      {open.value.map((dialog) => (
        <Opened.Provider key={dialog} value={{ close: close(dialog), isTop: dialog === top }}>
          {dialog}
        </Opened.Provider>
      ))}
      <Announcer />
    </>
  );
}

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Called when the person leaves the dialog by Escape, its button, or a click beside it. Default: closes it */
  readonly onLeave?: () => void;
}

/** The fields into which people type. */
const typed = 'textarea, input:not([type="radio"], [type="checkbox"], [type="file"], [type="date"])';

/** A modal dialog. The browser keeps the focus inside, and returns it when the dialog is removed. */
export function Dialog({ title, children, onLeave }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { close, isTop } = useContext(Opened);
  const leave = onLeave ?? close;
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // The browser has moved the focus to the button that closes. People who open a form want to type.
    dialog?.querySelector<HTMLElement>(typed)?.focus();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: links take keys
    <dialog
      ref={ref}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onMouseDown={(event) => event.target === ref.current && leave()}
      onClick={(event) => (event.target as Element).closest('a:not([target])') && close()}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <Button look="icon" icon="close" label={t('dialog.close')} onClick={leave} />
        </header>
        {children}
      </div>
      {/* Nobody sees, hears or reaches what is outside of a modal dialog. */}
      {isTop && (
        <>
          <Toasts />
          <Announcer />
        </>
      )}
    </dialog>
  );
}

type Act = () => Promise<unknown>;

/** Runs the change of a button, once at a time, and keeps its error until the next run, or until `forget`. */
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
  const forget = () => {
    if (state.value.error !== null) state.value = { ...state.value, error: null };
  };
  return { ...state.value, run, forget };
}

interface FormProps<T> {
  readonly children: ComponentChildren;
  /** The button that sends the form. Default: it is among the children */
  readonly action?: string | undefined;
  /** Of the button. Default: primary */
  readonly look?: ButtonProps['look'];
  /** Whether the form cannot be sent yet. */
  readonly disabled?: boolean;
  /** Sends the form. The key stays the same until the content changes. */
  readonly send: (options: { readonly idempotencyKey: string }) => Promise<T>;
  readonly onDone?: ((answer: T) => unknown) | undefined;
  /** Leaves the form without sending it. */
  readonly onCancel?: () => void;
}

/** A form that makes a change. An error appears at the field that caused it, or above the buttons, and the content stays. */
export function Form<T>({ children, action, look, disabled, send, onDone, onCancel }: FormProps<T>) {
  const { isRunning, error, run, forget } = useAct();
  const { fields, rest } = usePlaced(error);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error === null) return;
    form.current?.querySelector('.problem')?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  const idempotencyKey = useRef<string>(crypto.randomUUID());
  const renewKey = () => {
    idempotencyKey.current = crypto.randomUUID();
  };
  const submit = async () => {
    const answer = await send({ idempotencyKey: idempotencyKey.current });
    renewKey();
    onDone?.(answer);
  };
  return (
    <form
      ref={form}
      class="editor"
      onInput={() => {
        renewKey();
        forget();
      }}
      onKeyDown={(event) => event.key === 'Escape' && onCancel?.()}
      onSubmit={(event) => {
        event.preventDefault();
        void run(submit);
      }}
    >
      <FieldsProvider value={fields}>{children}</FieldsProvider>
      {rest && <Explained {...rest} />}
      {action !== undefined && (
        <footer class="actions">
          {onCancel && <Button text={t('dialog.cancel')} onClick={onCancel} />}
          <Button text={action} look={look ?? 'primary'} disabled={isRunning || disabled === true} />
        </footer>
      )}
    </form>
  );
}

interface FormDialogProps<T> extends FormProps<T> {
  /** By default, also the text of the button. */
  readonly title: string;
}

/** A dialog with a form, which closes when the form is sent. `onDone` is called after that. */
export function FormDialog<T>({ title, action = title, onDone, ...form }: FormDialogProps<T>) {
  const close = useClose();
  return (
    <Dialog title={title}>
      <Form
        {...form}
        action={action}
        onCancel={close}
        onDone={(answer) => {
          close();
          onDone?.(answer);
        }}
      />
    </Dialog>
  );
}

export interface Question extends Pick<FormDialogProps<unknown>, 'title' | 'action'> {
  /** Default: true */
  readonly isDestructive?: boolean;
  /** The consequences, such as what will be lost. */
  readonly text: string;
}

/** Asks before a change, and makes it. */
export const ask = <T,>(
  { text, isDestructive = true, ...question }: Question,
  send: () => Promise<T>,
  onDone?: (answer: T) => unknown,
): void =>
  openDialog(
    <FormDialog {...question} look={isDestructive ? 'danger' : 'primary'} send={send} onDone={onDone}>
      <p>{text}</p>
    </FormDialog>,
  );

interface ShownOnceProps {
  readonly title: string;
  /** Names the secret. */
  readonly label: string;
  /** Undefined if the service does not show it any more. */
  readonly secret: string | undefined;
  /** Above the secret. */
  readonly lead?: string;
  readonly children?: ComponentChildren;
}

/** A secret that the service shows only now. */
export const ShownOnce = ({ title, label, secret, lead, children }: ShownOnceProps) => (
  <Dialog title={title}>
    {lead && <p>{lead}</p>}
    {secret === undefined ? (
      <p>{t('once.gone')}</p>
    ) : (
      <>
        <p>{t('once.text')}</p>
        <textarea
          class="secret"
          readOnly
          rows={3}
          aria-label={label}
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
      </>
    )}
    {children}
    <footer class="actions">
      {secret !== undefined && (
        <Button text={t('copy.action')} icon="copy" onClick={() => copyText(secret)} />
      )}
      <Button text={t('once.done')} look="primary" onClick={useClose()} />
    </footer>
  </Dialog>
);
