import { useSignal } from '@preact/signals';
import { toast } from '../frame/toasts.tsx';
import { isConflict } from '../service/explain.ts';
import type { Answer, IfMatch, Loaded } from '../service/loaded.ts';
import { t } from '../words/words.ts';
import { type Conflict, Conflicts } from './conflicts.tsx';
import { sets } from './controls.tsx';
import { EditInPlace, type EditProps } from './editInPlace.tsx';

interface SavedTextProps<T> extends Omit<EditProps, 'value' | 'onSave'> {
  readonly loaded: Loaded<T>;
  /** Returns all editable texts of the resource, including this one, by their labels. */
  readonly textsOf: (resource: T) => Readonly<Record<string, string>>;
  readonly save: (text: string, options: IfMatch) => Promise<Answer<T>>;
}

/** A text of a resource, edited in place. After a change by somebody else, the person chooses which text to keep. */
export function SavedText<T>({ loaded, textsOf, save, ...edit }: SavedTextProps<T>) {
  const conflict = useSignal<Conflict | null>(null);
  const texts = () => (loaded.data === undefined ? {} : textsOf(loaded.data));
  /** Saves the text. Resolves with the conflict if somebody else has changed the resource; null after saving. */
  const trySaving = async (mine: string): Promise<Conflict | null> => {
    const before = texts();
    const { tag } = loaded;
    try {
      await loaded.change((options) => save(mine, options));
    } catch (error) {
      // The tag is the same if the resource could not be loaded again.
      if (!isConflict(error) || loaded.tag === tag) throw error;
      const now = texts();
      const changes = Object.entries(now)
        .map(([label, after]) => [label, before[label] ?? '', after] as const)
        .filter(([, from, to]) => from !== to);
      // The first attempt may have been saved, with its answer lost. The retry then finds its own text.
      if (now[edit.label] !== mine) return changes.length > 0 ? { changes, mine } : trySaving(mine);
    }
    toast(t('document.saved'));
    return null;
  };
  const keep = async (text: string) => {
    conflict.value = await trySaving(text);
  };
  return (
    <>
      {conflict.value && <Conflicts {...conflict.value} onSave={keep} onDrop={sets(conflict, null)} />}
      <EditInPlace {...edit} value={texts()[edit.label] ?? ''} onSave={keep} />
    </>
  );
}
