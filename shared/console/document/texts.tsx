import { useSignal } from '@preact/signals';
import type { Document } from '../../client/types.ts';
import { descriptionMaxCharacters, titleMaxCharacters } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { type Conflict, Conflicts } from '../parts/conflicts.tsx';
import { EditInPlace } from '../parts/editInPlace.tsx';
import { api } from '../service/api.ts';
import { isConflict } from '../service/explain.ts';
import type { Loaded } from '../service/loaded.ts';
import { change } from '../service/session.ts';
import { t } from '../words/words.ts';

type Field = 'title' | 'description';

interface TextsProps {
  readonly document: Document;
  readonly loaded: Loaded<Document>;
  readonly isManaged: boolean;
}

/** Saves a text over the state that the person saw. Resolves with what changed meanwhile, if it was not saved. */
async function save(
  { document, loaded }: Omit<TextsProps, 'isManaged'>,
  field: Field,
  text: string,
  tag = loaded.tag,
): Promise<Conflict | null> {
  const value = field === 'description' && text === '' ? null : text;
  const input = { document_id: document.id, [field]: value };
  try {
    loaded.show(await change(() => api.updateDocument.withResponse(input, { ifMatch: tag })));
    toast(t('document.saved'));
    return null;
  } catch (error) {
    if (!isConflict(error)) throw error;
    const answer = await api.getDocument.withResponse({ document_id: document.id });
    loaded.show(answer);
    const now = answer.data;
    // A retry can meet the effect of its own first attempt.
    if (now[field] === value) return null;
    const changes = changesBetween(document, now);
    if (changes.length > 0) return { changes, mine: text };
    // Only the state of the file has changed.
    return save({ document: now, loaded }, field, text, answer.response.headers.get('etag') ?? undefined);
  }
}

/** Title or description, edited in its place. */
export function Text({ field, ...props }: TextsProps & { readonly field: Field }) {
  const { document, isManaged } = props;
  const conflict = useSignal<Conflict | null>(null);
  const keep = async (text: string) => {
    conflict.value = await save(props, field, text);
  };
  const isTitle = field === 'title';
  return (
    <>
      {conflict.value && (
        <Conflicts
          {...conflict.value}
          onSave={keep}
          onDrop={() => {
            conflict.value = null;
          }}
        />
      )}
      <EditInPlace
        name={`${field} ${document.id}`}
        label={isTitle ? t('document.titleLabel') : t('document.description')}
        value={document[field] ?? ''}
        maxLength={isTitle ? titleMaxCharacters : descriptionMaxCharacters}
        isRequired={isTitle}
        isHeading={isTitle}
        isLong={!isTitle}
        isEditable={isManaged}
        onSave={keep}
      />
    </>
  );
}

const changesBetween = (before: Document, after: Document): Conflict['changes'] =>
  (
    [
      [t('document.titleLabel'), before.title, after.title],
      [t('document.description'), before.description ?? '', after.description ?? ''],
    ] as const
  ).filter(([, from, to]) => from !== to);
