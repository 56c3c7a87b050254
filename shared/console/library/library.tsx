import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Document } from '../../client/types.ts';
import { announce } from '../frame/announce.tsx';
import { Button } from '../parts/controls.tsx';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';
import { Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { useLoaded } from '../service/loaded.ts';
import { may, me } from '../service/session.ts';
import { t } from '../words/words.ts';
import { BatchBar } from './batchBar.tsx';
import { useDetails } from './details.ts';
import { DocumentTable } from './documentTable.tsx';
import { FilterBar, type Filters, filtersIn } from './filters.tsx';
import { readPage, type View } from './list.ts';
import { useLiveStatus } from './live.ts';
import { asKnownHere, noteDocument } from './recent.ts';
import { ChooseFiles } from './uploadPanel.tsx';
import { useReloadAfterUpload } from './uploads.ts';

/** The lists of documents: those that the person may read, those that are shared with them, and the bin. */
export function Library() {
  const { query } = useLocation();
  const view: View = query.view === 'shared' || query.view === 'bin' ? query.view : 'library';
  return <Documents key={`${view} ${me.value?.organization_id}`} view={view} filters={filtersIn(query)} />;
}

interface DocumentsProps {
  readonly view: View;
  readonly filters: Filters;
}

function Documents({ view, filters }: DocumentsProps) {
  const filtering = JSON.stringify(filters);
  /** The cursors of the pages up to the shown one, for these filters. The first page has no cursor. */
  const place = useSignal<{ readonly filtering: string; readonly cursors: readonly string[] }>({
    filtering,
    cursors: [],
  });
  const cursors = place.value.filtering === filtering ? place.value.cursors : [];
  const cursor = cursors.at(-1);
  const selected = useSignal<ReadonlySet<string>>(new Set());
  /** The documents that a search has found so far. */
  const part = useSignal<readonly Document[]>([]);
  const page = useLoaded(`${filtering} ${cursor}`, (signal) => {
    part.value = [];
    return readPage(view, filters, cursor, signal, (found) => {
      part.value = found;
    });
  });
  const listed = page.data?.items ?? (part.value.length > 0 ? part.value : undefined);
  const isBeginning = page.data !== undefined && cursor === undefined && filtering === '{}';
  const items = listed && asKnownHere(view, listed, isBeginning);
  const details = useDetails(page.data?.items);
  useLiveStatus(items, noteDocument);
  useReloadAfterUpload(page.reload, cursor === undefined);
  const found = page.data && items?.length;
  useEffect(() => {
    if (filters.q !== undefined && found !== undefined) announce(t('library.found', { count: found }));
  }, [found, filters.q]);
  const chosen = (items ?? []).filter(({ id }) => selected.value.has(id));
  const go = (next: string | null) => {
    selected.value = new Set();
    place.value = { filtering, cursors: next === null ? cursors.slice(0, -1) : [...cursors, next] };
    scrollTo(0, 0);
  };
  return (
    <Screen
      title={t(`nav.${view}`)}
      lead={view !== 'library' && t(`library.lead.${view}`)}
      actions={view === 'library' && <UploadButton />}
    >
      {view === 'library' && <FilterBar filters={filters} />}
      <Problem error={page.error} onRetry={page.reload} />
      {found === 0 && cursor === undefined ? (
        <NoDocuments view={view} isFiltered={filtering !== '{}'} />
      ) : (
        <DocumentTable
          documents={items}
          details={details}
          view={view}
          selected={selected}
          onChange={page.reload}
        />
      )}
      {page.isLoading && part.value.length > 0 && (
        <p class="quiet-text" role="status">
          {t('library.searching')}
        </p>
      )}
      {chosen.length > 0 && (
        <BatchBar
          documents={chosen}
          view={view}
          onEnd={() => {
            selected.value = new Set();
            void page.reload();
          }}
        />
      )}
      <Paging hasPrevious={cursor !== undefined} next={page.data?.pagination.next_cursor ?? ''} onGo={go} />
    </Screen>
  );
}

const UploadButton = () =>
  may('document#write') ? <ChooseFiles label={t('library.upload')} isPrimary /> : null;

function NoDocuments({ view, isFiltered }: { readonly view: View; readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty icon="search" title={t('library.noneFound')} text={t('library.noneFoundText')}>
        <a class="button" href={paths.library}>
          {t('filters.clear')}
        </a>
      </Empty>
    );
  return (
    <Empty icon={icons[view]} title={t(`library.none.${view}`)} text={t(`library.noneText.${view}`)}>
      {view === 'library' && may('document#write') && <ChooseFiles label={t('library.upload')} />}
    </Empty>
  );
}

const icons = { library: 'document', bin: 'bin', shared: 'share' } as const;

interface PagingProps {
  readonly hasPrevious: boolean;
  /** The cursor of the next page; empty on the last page. */
  readonly next: string;
  /** `null`: the previous page. */
  readonly onGo: (next: string | null) => void;
}

function Paging({ hasPrevious, next, onGo }: PagingProps) {
  if (!hasPrevious && next === '') return null;
  return (
    <nav class="paging" aria-label={t('paging.label')}>
      <Button disabled={!hasPrevious} onClick={() => onGo(null)}>
        {t('paging.previous')}
      </Button>
      <Button disabled={next === ''} onClick={() => onGo(next)}>
        {t('paging.next')}
      </Button>
    </nav>
  );
}
