import type { Document } from '../../client/types.ts';
import { toast } from '../frame/toasts.tsx';
import { Card } from '../parts/controls.tsx';
import { useAct } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { AccessMark, accessLevels, accessMeaning, accessText } from '../parts/status.tsx';
import { api } from '../service/api.ts';
import { me } from '../service/session.ts';
import { t } from '../words/words.ts';
import type { PartProps } from './part.ts';

/** The access level of the document. Before a change, a question says what it means. */
export function Access({ document: { id, access_level }, loaded, isManaged }: PartProps) {
  const act = useAct();
  const set = (level: Document['access_level']) => {
    const access = accessText(level);
    const question = { title: t('access.ask', { access }), text: accessMeaning(level), isDestructive: false };
    return act.runIfSure({ ...question, action: t('common.change') }, async () => {
      const input = { document_id: id, access_level: level };
      await loaded.change((options) => api.setDocumentAccessLevel.withResponse(input, options));
      toast(t('access.changed', { access }));
    });
  };
  const levels = accessLevels.filter(
    (level) => level === access_level || level !== 'organization' || me.value?.organization_id !== null,
  );
  return (
    <Card title={t('access.title')}>
      <Problem error={act.error} />
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
                  // The level of the document decides which button is checked, not the click.
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
    </Card>
  );
}
