import type { Document } from '../../client/types.ts';
import { descriptionMaxCharacters, titleMaxCharacters } from '../../contract/limits.ts';
import { SavedText } from '../parts/savedText.tsx';
import { api } from '../service/api.ts';
import { t } from '../words/words.ts';
import type { PartProps } from './part.ts';

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
    isRequired
    isHeading
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
