import type { Document } from '../../client/types.ts';
import { Ago, ListCard, Row } from '../parts/list.tsx';
import { api, useRead } from '../service/api.ts';
import { t } from '../words/words.ts';

/** The titles and descriptions that were replaced while a policy kept the document. Shows nothing without such texts. */
export function EarlierTexts({ document }: { readonly document: Document }) {
  const page = useRead(api.listDocumentEarlierTexts, { document_id: document.id, limit: 100 });
  if (!page.data?.items.length) return null;
  return (
    <ListCard title={t('earlier.title')} page={page} above={<p class="hint">{t('earlier.text')}</p>}>
      {({ id, title, description, replaced_at, replaced_by }) => (
        <Row
          key={id}
          name={title || t('earlier.untitled')}
          lines={[[description], [<Ago time={replaced_at} />, replaced_by.name]]}
        />
      )}
    </ListCard>
  );
}
