import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { shownLine } from '../../contract/shownText.ts';
import { toast } from '../frame/toasts.tsx';
import { type Answer, type IfMatch, isConflict, type Loaded } from '../service/api.ts';
import { t } from '../words/words.ts';
import { Button, sets, TextField } from './controls.tsx';
import { Form, useAct } from './dialog.tsx';
import { anyField } from './fieldErrors.tsx';
import { Facts, Problem } from './list.tsx';

/** The key of a draft in `sessionStorage`. */
export const draftKey = (name: string): string => `draft ${name}`;

/**
 * A text that a person types. It survives a reload of the page, until `clear`. `name`: the same for the same field after a reload,
 * such as `title doc_...`. `initial`: the text without a draft.
 */
export function useDraft(name: string, initial: string) {
  const key = draftKey(name);
  const text = useSignal(sessionStorage.getItem(key) ?? initial);
  const keep = () => {
    if (text.value === initial) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text.value);
  };
  useSignalEffect(keep);
  return {
    text,
    clear: () => sessionStorage.removeItem(key),
    /** Replaces the text, also after the field is gone. */
    replace: (value: string) => {
      text.value = value;
      keep();
    },
  };
}

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
  readonly save: (change: Change<T>) => Promise<unknown>;
  readonly onDrop: () => void;
}

function Conflicts<T>({ theirs, save, onDrop, ...change }: ConflictsProps<T>) {
  const act = useAct();
  return (
    <div class="notice alert conflict" role="alert">
      <div>
        <p>{t('conflict.title')}</p>
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
        <Problem error={act.error} />
        <p class="row">
          <Button text={t('conflict.save')} look="small" onClick={() => act.run(() => save(change))} />
          <Button text={t('conflict.drop')} look="small" onClick={onDrop} />
        </p>
      </div>
    </div>
  );
}

interface SavedTextProps<T> {
  readonly loaded: Loaded<T>;
  /** One of the texts is this one. */
  readonly textsOf: (resource: T) => Texts;
  readonly save: (text: string, options: IfMatch) => Promise<Answer<T>>;
  /** Names the draft, which survives a reload of the page. */
  readonly name: string;
  readonly label: string;
  readonly maxLength: number;
  readonly isEditable: boolean;
  /** A paragraph, which may be empty. Default: the heading of the screen, on one line */
  readonly isLong?: boolean;
}

/** A text of a resource that becomes a field when the person edits it. Enter saves one line, Escape leaves it as it was. */
export function SavedText<T>({ loaded, textsOf, save, isEditable, ...text }: SavedTextProps<T>) {
  const { name, label, isLong } = text;
  const isEditing = useSignal(sessionStorage.getItem(draftKey(name)) !== null);
  const saving = useSaving(loaded, textsOf);
  const place = useRef<HTMLDivElement>(null);
  const valueIn = (resource: T) => textsOf(resource)[label];
  const value = (loaded.data && valueIn(loaded.data)) ?? '';
  const end = () => {
    isEditing.value = false;
    queueMicrotask(() => place.current?.querySelector('button')?.focus());
  };
  const onSave = (mine: string) =>
    saving.save({ mine, send: (options) => save(mine, options), isMade: (now) => valueIn(now) === mine });
  return (
    <>
      {saving.conflicts}
      {isEditing.value ? (
        <Editor {...text} value={value} onSave={onSave} onEnd={end} />
      ) : (
        <div ref={place} class={isLong ? 'in-place long' : 'in-place'}>
          {isLong ? (
            <p class={value === '' ? 'quiet-text' : undefined}>
              <span class="hidden">{label}: </span>
              <bdi>{value || t('edit.none', { label })}</bdi>
            </p>
          ) : (
            <h1 tabIndex={-1}>
              <bdi>{shownLine(value, text.maxLength)}</bdi>
            </h1>
          )}
          {isEditable && (
            <Button
              look="icon"
              icon="edit"
              label={t('edit.start', { label })}
              onClick={sets(isEditing, true)}
            />
          )}
        </div>
      )}
    </>
  );
}

interface EditorProps extends Pick<SavedTextProps<unknown>, 'name' | 'label' | 'maxLength' | 'isLong'> {
  readonly value: string;
  readonly onSave: (text: string) => Promise<unknown>;
  readonly onEnd: () => void;
}

function Editor({ name, label, value, onSave, maxLength, isLong, onEnd }: EditorProps) {
  const draft = useDraft(name, value);
  const leave = () => {
    draft.clear();
    onEnd();
  };
  const save = async () => {
    if (draft.text.value !== value) await onSave(draft.text.value.trim());
  };
  return (
    <Form action={t('edit.save')} send={save} onDone={leave} onCancel={leave}>
      {!isLong && <h1 class="hidden">{shownLine(value, maxLength)}</h1>}
      <TextField
        label={label}
        name={anyField}
        text={draft.text}
        maxLength={maxLength}
        hasFocus
        {...(isLong ? { rows: 4 } : { required: true })}
      />
    </Form>
  );
}
