import type { Document } from '../../client/types.ts';
import { Ago, List, Row } from '../parts/list.tsx';
import { answerOf, api, me, useFresh, useLoaded } from '../service/api.ts';
import { t } from '../words/words.ts';
import { furthestOf, latestReaders, type Readings } from './readersOf.ts';

async function load({ id: document_id, created_by }: Document, signal: AbortSignal) {
  const members = me.value?.organization_id ? (await api.listOrganizationMembers({}, { signal })).items : [];
  const managing = members.filter(({ role }) => role !== 'member').map(({ user_id }) => user_id);
  const managers = new Set([created_by.id, ...managing].map((id) => id.slice(-26)));
  const entries = api.listDocumentActivity.all({ document_id, limit: 100 }, { signal });
  return answerOf({ items: await latestReaders(entries, (ulid) => managers.has(ulid)) });
}

/** The people who read the document last, without those who manage it, and how far they got. */
export function LatestReaders({ document }: { readonly document: Document }) {
  const page = useLoaded(document.id, (signal) => load(document, signal));
  useFresh(page.reload);
  return <List page={page}>{(entries) => <Reader key={entries[0].id} entries={entries} />}</List>;
}

function Reader({ entries }: { readonly entries: Readings }) {
  const [latest] = entries;
  const of = (type: string) => entries.filter((entry) => entry.type === type).length;
  const furthest = furthestOf(entries);
  return (
    <Row
      name={latest.actor?.name ?? t('readers.visitor', { network: String(latest.details.address ?? '') })}
      lines={[
        [
          <Ago time={latest.created_at} />,
          of('viewed') > 0 && t('readers.views', { count: of('viewed') }),
          of('downloaded') > 0 && t('readers.downloads', { count: of('downloaded') }),
          of('acknowledged') > 0 && t('readers.accepted'),
          of('refused') > 0 && t('readers.refused'),
          furthest && t('readers.reached', furthest),
        ],
      ]}
    />
  );
}
