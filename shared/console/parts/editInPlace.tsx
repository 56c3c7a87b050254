import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useDraft } from '../service/draft.ts';
import { t } from '../words/words.ts';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';
import { Problem } from './problem.tsx';

interface EditProps {
  /** Names the draft, which survives a reload of the page. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Saves the text. Throws the service's errors. */
  readonly onSave: (text: string) => Promise<unknown>;
  readonly maxLength: number;
  readonly isEditable: boolean;
  /** It has several lines. Default: one */
  readonly isLong?: boolean;
  /** It is the heading of the screen. Default: it is a paragraph */
  readonly isHeading?: boolean;
  /** It must not be empty. Default: it may */
  readonly isRequired?: boolean;
}

/** A text that becomes a field when the person edits it. Enter saves one line, Escape leaves it as it was. */
export function EditInPlace(props: EditProps) {
  const { name, label, value, isEditable, isLong, isHeading } = props;
  const isEditing = useSignal(sessionStorage.getItem(`draft ${name}`) !== null);
  const button = useRef<HTMLButtonElement>(null);
  if (isEditing.value)
    return (
      <Editor
        {...props}
        onEnd={() => {
          isEditing.value = false;
          queueMicrotask(() => button.current?.focus());
        }}
      />
    );
  return (
    <div class={isLong ? 'in-place long' : 'in-place'}>
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
        <button
          ref={button}
          type="button"
          class="icon-button"
          aria-label={t('edit.start', { label })}
          onClick={() => {
            isEditing.value = true;
          }}
        >
          <Icon name="edit" />
        </button>
      )}
    </div>
  );
}

function Editor({
  name,
  label,
  value,
  onSave,
  maxLength,
  isLong,
  isHeading,
  isRequired,
  onEnd,
}: EditProps & { readonly onEnd: () => void }) {
  const draft = useDraft(name, value);
  const error = useSignal<unknown>(null);
  const isSaving = useSignal(false);
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => control.current?.focus(), []);
  const leave = () => {
    draft.clear();
    onEnd();
  };
  const save = async () => {
    if (draft.text.value === value) return leave();
    isSaving.value = true;
    error.value = null;
    try {
      await onSave(draft.text.value.trim());
      leave();
    } catch (failure) {
      error.value = failure;
    } finally {
      isSaving.value = false;
    }
  };
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave();
      }}
    >
      {isHeading && <h1 class="hidden">{value}</h1>}
      <Field label={label}>
        {(attributes) => {
          const common = {
            ...attributes,
            ref: control,
            value: draft.text.value,
            required: isRequired ?? false,
            maxLength,
            onInput: (event: { readonly currentTarget: { readonly value: string } }) => {
              draft.text.value = event.currentTarget.value;
            },
          };
          return isLong ? <textarea rows={4} {...common} /> : <input type="text" {...common} />;
        }}
      </Field>
      <Problem error={error.value} />
      <p class="row">
        <button type="submit" class="button primary" disabled={isSaving.value}>
          {t('edit.save')}
        </button>
        <button type="button" class="button" onClick={leave}>
          {t('dialog.cancel')}
        </button>
      </p>
    </form>
  );
}
