import type { Document } from '../../client/types.ts';
import { accessText, statusText } from '../parts/list.tsx';
import type { Column } from '../parts/order.tsx';
import { t } from '../words/words.ts';
import type { Details, View } from './list.ts';

/** Returns the columns of a list of documents, by which it can be sorted: the title, and those with facts. */
export function columnsOf(view: View, details: ReadonlyMap<string, Details>): readonly Column<Document>[] {
  const shareOf = ({ id }: Document) => details.get(id)?.own_share;
  const title: Column<Document> = {
    name: 'title',
    title: t('document.titleLabel'),
    value: (one) => one.title,
  };
  const status: Column<Document> = {
    name: 'status',
    title: t('library.column.status'),
    value: ({ id, processing_status }) =>
      details.get(id)?.problem ? statusText('failed') : statusText(processing_status),
  };
  if (view === 'shared')
    return [
      title,
      {
        name: 'organization',
        title: t('nav.organization'),
        value: (one) => shareOf(one)?.organization_name,
      },
      status,
      { name: 'sender', title: t('library.column.sharedBy'), value: (one) => shareOf(one)?.shared_by.name },
      { name: 'shared', title: t('library.column.shared'), value: (one) => shareOf(one)?.shared_at },
      { name: 'end', title: t('library.column.ends'), value: (one) => shareOf(one)?.expires_at },
    ];
  const access: Column<Document> = {
    name: 'access',
    title: t('access.title'),
    value: ({ access_level }) => accessText(access_level),
  };
  const creator: Column<Document> = {
    name: 'creator',
    title: t('library.column.creator'),
    value: ({ created_by }) => created_by.name,
  };
  const created: Column<Document> = {
    name: 'created',
    title: t('library.column.created'),
    value: ({ created_at }) => created_at,
  };
  const last: Column<Document> =
    view === 'bin'
      ? {
          name: 'until',
          title: t('library.column.until'),
          value: ({ id }) => details.get(id)?.restorable_until,
        }
      : {
          name: 'read',
          title: t('library.column.lastRead'),
          value: ({ id }) => details.get(id)?.last_read_at,
        };
  return [title, access, status, creator, created, last];
}
