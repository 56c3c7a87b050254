import type { Document } from '../../client/types.ts';
import { descriptionMaxCharacters, titleMaxCharacters } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { Card } from '../parts/controls.tsx';
import { useAct } from '../parts/form.tsx';
import { Problem } from '../parts/list.tsx';
import { AccessMark, accessLevels, accessMeaning, accessText } from '../parts/marks.tsx';
import { SavedText } from '../parts/savedText.tsx';
import { api, type Loaded, me } from '../service/api.ts';
import { t } from '../words/words.ts';

/** What a part of the screen gets. */
export interface PartProps {
  readonly document: Document;
  readonly loaded: Loaded<Document>;
  readonly isManaged: boolean;
}

const textsOf = ({ title, description }: Document) => ({
  [t('document.titleLabel')]: title,
  [t('document.description')]: description ?? '',
});

export const Title = ({ document: { id }, loaded, isManaged }: PartProps) => (
  <SavedText
    name={`title ${id}`}
    label={t('document.titleLabel')}
    loaded={loaded}
    textsOf={textsOf}
    save={(title, options) => api.updateDocument.withResponse({ document_id: id, title }, options)}
    maxLength={titleMaxCharacters}
    isEditable={isManaged}
  />
);

export const Description = ({ document: { id }, loaded, isManaged }: PartProps) => (
  <SavedText
    name={`description ${id}`}
    label={t('document.description')}
    loaded={loaded}
    textsOf={textsOf}
    save={(text, options) =>
      api.updateDocument.withResponse({ document_id: id, description: text || null }, options)
    }
    maxLength={descriptionMaxCharacters}
    isLong
    isEditable={isManaged}
  />
);

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
