import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';
import { Screen } from '../parts/screen.tsx';
import { api } from '../service/api.ts';
import { useLoaded } from '../service/loaded.ts';
import { may, me } from '../service/session.ts';
import { t } from '../words/words.ts';
import { BatchBar } from './batchBar.tsx';
import { DocumentTable } from './documentTable.tsx';
import { useLiveStatus } from './live.ts';
import { noteDocument, withRecent } from './recent.ts';
import { ChooseFiles } from './uploadPanel.tsx';
import { dropTarget, uploadedCount } from './uploads.ts';

type View = 'all' | 'shared';

const pageSize = 50;

/** The documents that the person may read. */
export function Library() {
  const { query } = useLocation();
  const view: View = query.view === 'shared' ? 'shared' : 'all';
  return <Documents key={`${view} ${me.value?.organization_id}`} view={view} />;
}

function Documents({ view }: { readonly view: View }) {
  /** The cursors of the pages up to the one that is shown; the first page has none. */
  const cursors = useSignal<readonly string[]>([]);
  const cursor = cursors.value.at(-1);
  const selected = useSignal<ReadonlySet<string>>(new Set());
  const page = useLoaded(`${cursor}`, (signal) =>
    api.listDocuments.withResponse(
      {
        limit: pageSize,
        ...(cursor !== undefined && { cursor }),
        ...(view === 'shared' && { shared_with_me: 'true' }),
      },
      { signal },
    ),
  );
  const items = withRecent(
    page.data?.items ?? [],
    view === 'all' && page.data !== undefined && cursor === undefined,
  );
  useLiveStatus(items, noteDocument);
  useEffect(() => {
    dropTarget.value = { access_level: null };
  }, []);
  useEffect(() => {
    if (uploadedCount.value > 0 && cursor === undefined) void page.reload();
  }, [uploadedCount.value]);
  const chosen = items.filter(({ id }) => selected.value.has(id));
  const isEmpty = page.data !== undefined && items.length === 0 && cursor === undefined;
  return (
    <Screen
      title={view === 'shared' ? t('library.shared') : t('library.title')}
      lead={view === 'shared' ? t('library.sharedLead') : undefined}
      actions={
        view === 'all' && may('document#write') && <ChooseFiles label={t('library.upload')} isPrimary />
      }
    >
      <Problem error={page.error} onRetry={page.reload} />
      {isEmpty ? (
        <NoDocuments view={view} />
      ) : (
        <DocumentTable
          documents={page.data && items}
          view={view}
          selected={selected.value}
          onSelect={(ids) => {
            selected.value = ids;
          }}
          onChange={page.reload}
        />
      )}
      {chosen.length > 0 && (
        <BatchBar
          documents={chosen}
          onEnd={() => {
            selected.value = new Set();
            void page.reload();
          }}
        />
      )}
      <Paging
        hasPrevious={cursor !== undefined}
        next={page.data?.pagination.next_cursor ?? ''}
        onGo={(next) => {
          selected.value = new Set();
          cursors.value = next === null ? cursors.value.slice(0, -1) : [...cursors.value, next];
          scrollTo(0, 0);
        }}
      />
    </Screen>
  );
}

function NoDocuments({ view }: { readonly view: View }) {
  if (view === 'shared')
    return <Empty icon="share" title={t('library.noneShared')} text={t('library.noneSharedText')} />;
  return (
    <Empty icon="document" title={t('library.none')} text={t('library.noneText')}>
      {may('document#write') && <ChooseFiles label={t('library.upload')} />}
    </Empty>
  );
}

interface PagingProps {
  readonly hasPrevious: boolean;
  /** The cursor of the next page; empty on the last page. */
  readonly next: string;
  /** `null`: back to the page before. */
  readonly onGo: (next: string | null) => void;
}

function Paging({ hasPrevious, next, onGo }: PagingProps) {
  if (!hasPrevious && next === '') return null;
  return (
    <nav class="paging" aria-label={t('paging.label')}>
      <button type="button" class="button" disabled={!hasPrevious} onClick={() => onGo(null)}>
        {t('paging.previous')}
      </button>
      <button type="button" class="button" disabled={next === ''} onClick={() => onGo(next)}>
        {t('paging.next')}
      </button>
    </nav>
  );
}
