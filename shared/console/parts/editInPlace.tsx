import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useDraft } from '../service/draft.ts';
import { t } from '../words/words.ts';
import { Button, bound, sets } from './controls.tsx';
import { Field } from './field.tsx';
import { Form } from './form.tsx';

export interface EditProps {
  /** Names the draft, which survives a reload of the page. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Saves the text. Throws the service's errors. */
  readonly onSave: (text: string) => Promise<unknown>;
  readonly maxLength: number;
  readonly isEditable: boolean;
  /** Whether it has several lines. Default: false */
  readonly isLong?: boolean;
  /** Whether it is the heading of the screen. Default: false */
  readonly isHeading?: boolean;
  /** Whether it must not be empty. Default: false */
  readonly isRequired?: boolean;
}

/** A text that becomes a field when the person edits it. Enter saves a text of one line. Escape discards the changes. */
export function EditInPlace(props: EditProps) {
  const { name, label, value, isEditable, isLong, isHeading } = props;
  const isEditing = useSignal(sessionStorage.getItem(`draft ${name}`) !== null);
  const place = useRef<HTMLDivElement>(null);
  const end = () => {
    isEditing.value = false;
    queueMicrotask(() => place.current?.querySelector('button')?.focus());
  };
  if (isEditing.value) return <Editor {...props} onEnd={end} />;
  return (
    <div ref={place} class={isLong ? 'in-place long' : 'in-place'}>
      {isHeading ? (
        <h1 tabIndex={-1}>
          <bdi>{value}</bdi>
        </h1>
      ) : (
        <p class={value === '' ? 'quiet-text' : undefined}>
          <span class="hidden">{label}: </span>
          <bdi>{value || t('edit.none', { label })}</bdi>
        </p>
      )}
      {isEditable && (
        <Button look="icon" icon="edit" label={t('edit.start', { label })} onClick={sets(isEditing, true)} />
      )}
    </div>
  );
}

function Editor(props: EditProps & { readonly onEnd: () => void }) {
  const { name, label, value, onSave, maxLength, isLong, isHeading, isRequired = false, onEnd } = props;
  const draft = useDraft(name, value);
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => control.current?.focus(), []);
  const leave = () => {
    draft.clear();
    onEnd();
  };
  const save = async () => {
    if (draft.text.value !== value) await onSave(draft.text.value.trim());
    leave();
  };
  return (
    <Form
      onSend={save}
      onEscape={leave}
      footer={(isRunning) => (
        <p class="row">
          <Button look="primary" disabled={isRunning}>
            {t('edit.save')}
          </Button>
          <Button onClick={leave}>{t('dialog.cancel')}</Button>
        </p>
      )}
    >
      {isHeading && <h1 class="hidden">{value}</h1>}
      <Field label={label}>
        {(attributes) => {
          const all = { ...attributes, ...bound(draft.text), ref: control, required: isRequired, maxLength };
          return isLong ? <textarea rows={4} {...all} /> : <input type="text" {...all} />;
        }}
      </Field>
    </Form>
  );
}
