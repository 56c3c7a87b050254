import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { toast } from '../frame/toasts.tsx';
import { type Answer, type IfMatch, isConflict, type Loaded } from '../service/api.ts';
import { useDraft } from '../service/draft.ts';
import { t } from '../words/words.ts';
import { Button, bound, Field, sets } from './controls.tsx';
import { Form } from './form.tsx';
import { Facts } from './list.tsx';

/** The texts of a resource that people edit, by their labels. */
type Texts = Readonly<Record<string, string>>;

interface Change<T> {
  /** What the person wrote. */
  readonly mine: string;
  readonly send: (options: IfMatch) => Promise<Answer<T>>;
  /** Whether the resource has the change already: a retry can meet the effect of its own first attempt. */
  readonly isMade: (now: T) => boolean;
}

interface Conflict<T> extends Change<T> {
  /** What somebody else changed meanwhile. */
  readonly theirs: ReturnType<typeof differences>;
}

export const differences = (before: Texts, after: Texts) =>
  Object.keys(after)
    .map((label) => [label, before[label] ?? '', after[label] ?? ''] as const)
    .filter(([, from, to]) => from !== to);

/** Saves changes of a resource. If somebody else has changed it meanwhile, `conflicts` shows that, and the person decides. */
export function useSaving<T>(loaded: Loaded<T>, textsOf: (resource: T) => Texts, onDrop?: () => void) {
  const conflict = useSignal<Conflict<T> | null>(null);
  const texts = () => (loaded.data === undefined ? {} : textsOf(loaded.data));
  const trySaving = async (change: Change<T>): Promise<Conflict<T> | null> => {
    const before = texts();
    const { tag } = loaded;
    try {
      await loaded.change(change.send);
    } catch (error) {
      // Without another tag, the resource could not be loaded again.
      if (!isConflict(error) || loaded.tag === tag || loaded.data === undefined) throw error;
      const theirs = differences(before, texts());
      if (!change.isMade(loaded.data)) return theirs.length > 0 ? { ...change, theirs } : trySaving(change);
    }
    toast(t('document.saved'));
    return null;
  };
  /** Resolves with whether it is saved. */
  const save = async (change: Change<T>): Promise<boolean> => {
    conflict.value = await trySaving(change);
    return conflict.value === null;
  };
  const drop = () => {
    conflict.value = null;
    onDrop?.();
  };
  return { save, conflicts: conflict.value && <Conflicts {...conflict.value} save={save} onDrop={drop} /> };
}

interface ConflictsProps<T> extends Conflict<T> {
  readonly save: (change: Change<T>) => unknown;
  readonly onDrop: () => void;
}

const Conflicts = <T,>({ theirs, save, onDrop, ...change }: ConflictsProps<T>) => (
  <div class="notice alert conflict" role="alert">
    <div>
      <p>
        <strong>{t('conflict.title')}</strong>
      </p>
      <Facts
        entries={[
          ...theirs.map(([label, before, after]): [string, ComponentChildren] => [
            label,
            <>
              <del>{before || t('conflict.empty')}</del> <ins>{after || t('conflict.empty')}</ins>
            </>,
          ]),
          [t('conflict.mine'), change.mine || t('conflict.empty')],
        ]}
      />
      <p class="row">
        <Button text={t('conflict.save')} look="small" onClick={() => save(change)} />
        <Button text={t('conflict.drop')} look="small" onClick={onDrop} />
      </p>
    </div>
  </div>
);

interface TextProps {
  /** Names the draft, which survives a reload of the page. */
  readonly name: string;
  readonly label: string;
  readonly maxLength: number;
  readonly isEditable: boolean;
  /** A paragraph, which may be empty. Default: the heading of the screen, on one line */
  readonly isLong?: boolean;
}

interface SavedTextProps<T> extends TextProps {
  readonly loaded: Loaded<T>;
  /** One of the texts is this one. */
  readonly textsOf: (resource: T) => Texts;
  readonly save: (text: string, options: IfMatch) => Promise<Answer<T>>;
}

/** A text of a resource, edited in its place. */
export function SavedText<T>({ loaded, textsOf, save, ...text }: SavedTextProps<T>) {
  const saving = useSaving(loaded, textsOf);
  const valueIn = (resource: T) => textsOf(resource)[text.label];
  return (
    <>
      {saving.conflicts}
      <EditInPlace
        {...text}
        value={(loaded.data && valueIn(loaded.data)) ?? ''}
        onSave={(mine) =>
          saving.save({
            mine,
            send: (options) => save(mine, options),
            isMade: (now) => valueIn(now) === mine,
          })
        }
      />
    </>
  );
}

interface EditProps extends TextProps {
  readonly value: string;
  readonly onSave: (text: string) => Promise<unknown>;
}

/** A text that becomes a field when the person edits it. Enter saves one line, Escape leaves it as it was. */
function EditInPlace(props: EditProps) {
  const { name, label, value, isEditable, isLong } = props;
  const isEditing = useSignal(sessionStorage.getItem(`draft ${name}`) !== null);
  const place = useRef<HTMLDivElement>(null);
  const end = () => {
    isEditing.value = false;
    queueMicrotask(() => place.current?.querySelector('button')?.focus());
  };
  if (isEditing.value) return <Editor {...props} onEnd={end} />;
  return (
    <div ref={place} class={isLong ? 'in-place long' : 'in-place'}>
      {isLong ? (
        <p class={value === '' ? 'quiet-text' : undefined}>
          <span class="hidden">{label}: </span>
          <bdi>{value || t('edit.none', { label })}</bdi>
        </p>
      ) : (
        <h1 tabIndex={-1}>
          <bdi>{value}</bdi>
        </h1>
      )}
      {isEditable && (
        <Button look="icon" icon="edit" label={t('edit.start', { label })} onClick={sets(isEditing, true)} />
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
  isLong = false,
  onEnd,
}: EditProps & { readonly onEnd: () => void }) {
  const draft = useDraft(name, value);
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  // At once, so that no key is lost.
  useLayoutEffect(() => control.current?.focus(), []);
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
          <Button text={t('edit.save')} look="primary" disabled={isRunning} />
          <Button text={t('dialog.cancel')} onClick={leave} />
        </p>
      )}
    >
      {!isLong && <h1 class="hidden">{value}</h1>}
      <Field label={label}>
        {(attributes) => {
          const all = { ...attributes, ...bound(draft.text), ref: control, required: !isLong, maxLength };
          return isLong ? <textarea rows={4} {...all} /> : <input type="text" {...all} />;
        }}
      </Field>
    </Form>
  );
}
