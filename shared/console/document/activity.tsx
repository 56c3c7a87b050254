import type { Document } from '../../client/types.ts';
import { Entries } from '../activity/entries.tsx';
import { api } from '../service/api.ts';
import { t } from '../words/words.ts';

/** The activity of the document. */
export const Activity = ({ document: { id, title } }: { readonly document: Document }) => (
  <Entries
    key={id}
    title={t('activity.title')}
    load={(page, options) => api.listDocumentActivity.withResponse({ document_id: id, ...page }, options)}
    csv={{ path: `/v1/documents/${id}/activity`, name: title }}
    none={t('activity.none')}
  />
);
