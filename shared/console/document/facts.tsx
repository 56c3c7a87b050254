import type { Document } from '../../client/types.ts';
import { StatusMark } from '../parts/status.tsx';
import { formatTime } from '../words/formats.ts';
import { t } from '../words/words.ts';

export const Facts = ({ document }: { readonly document: Document }) => (
  <section class="card">
    <h2>{t('document.facts')}</h2>
    <dl class="facts">
      <dt>{t('library.column.status')}</dt>
      <dd>
        <StatusMark status={document.processing_status} />
      </dd>
      <dt>{t('library.column.creator')}</dt>
      <dd>
        <bdi>{document.created_by.name}</bdi>
      </dd>
      <dt>{t('library.column.created')}</dt>
      <dd>{formatTime(document.created_at)}</dd>
    </dl>
  </section>
);
