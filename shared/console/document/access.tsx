import { useSignal } from '@preact/signals';
import type { Document } from '../../client/types.ts';
import { toast } from '../frame/toasts.tsx';
import { ask } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { AccessMark, accessLevels, accessMeaning, accessText } from '../parts/status.tsx';
import { api } from '../service/api.ts';
import { isConflict } from '../service/explain.ts';
import type { Loaded } from '../service/loaded.ts';
import { change, me } from '../service/session.ts';
import { t } from '../words/words.ts';

interface AccessProps {
  readonly document: Document;
  readonly loaded: Loaded<Document>;
  readonly isManaged: boolean;
}

/** Who may read the document. A change says what it means before it is made. */
export function Access({ document, loaded, isManaged }: AccessProps) {
  const error = useSignal<unknown>(null);
  const { access_level } = document;
  const set = async (level: Document['access_level']) => {
    error.value = null;
    const isSure = await ask({
      title: t('access.ask', { access: accessText(level) }),
      text: accessMeaning(level),
      action: t('batch.change'),
    });
    if (!isSure) return;
    try {
      const input = { document_id: document.id, access_level: level };
      loaded.show(
        await change(() => api.setDocumentAccessLevel.withResponse(input, { ifMatch: loaded.tag })),
      );
      toast(t('access.changed', { access: accessText(level) }));
    } catch (failure) {
      if (isConflict(failure)) await loaded.reload();
      error.value = failure;
    }
  };
  const levels = accessLevels.filter(
    (level) => level === access_level || level !== 'organization' || me.value?.organization_id !== null,
  );
  return (
    <section class="card">
      <h2>{t('access.title')}</h2>
      <Problem error={error.value} />
      {isManaged ? (
        <fieldset class="choices">
          <legend class="hidden">{t('access.title')}</legend>
          {levels.map((level) => (
            <label key={level} class="choice-row">
              <input
                type="radio"
                name="access"
                checked={level === access_level}
                onClick={(event) => {
                  // The document decides which one is checked.
                  event.preventDefault();
                  if (level !== access_level) void set(level);
                }}
              />
              <span>
                <AccessMark level={level} />
                <span class="hint">{accessMeaning(level)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ) : (
        <p>
          <AccessMark level={access_level} /> <span class="hint">{accessMeaning(access_level)}</span>
        </p>
      )}
    </section>
  );
}
