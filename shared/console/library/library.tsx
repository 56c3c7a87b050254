import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Document } from '../../client/types.ts';
import { announce } from '../frame/toasts.tsx';
import { Button } from '../parts/controls.tsx';
import { Empty, Problem } from '../parts/list.tsx';
import { Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { may, me, useLoaded } from '../service/api.ts';
import { t } from '../words/words.ts';
import { BatchBar } from './batchBar.tsx';
import { DocumentTable } from './documentTable.tsx';
import { FilterBar, type Filters, filtersIn } from './filters.tsx';
import { readPage, useDetails, type View } from './list.ts';
import { useLiveStatus } from './live.ts';
import { asKnownHere, noteDocument } from './recent.ts';
import { ChooseFiles } from './uploadPanel.tsx';
import { useReloadAfterUpload } from './uploads.ts';

/** The lists of documents: those that the person may read, those that are shared with them, and the bin. */
export function Library() {
  const { query } = useLocation();
  const view: View = query.view === 'shared' || query.view === 'bin' ? query.view : 'library';
  const filters = filtersIn(query);
  return (
    <Screen
      key={`${view} ${me.value?.organization_id}`}
      title={t(`nav.${view}`)}
      lead={view !== 'library' && t(`library.lead.${view}`)}
      actions={
        view === 'library' && may('document#write') && <ChooseFiles label={t('library.upload')} isPrimary />
      }
    >
      {view === 'library' && <FilterBar filters={filters} />}
      <Documents key={JSON.stringify(filters)} view={view} filters={filters} />
    </Screen>
  );
}

function Documents({ view, filters }: { readonly view: View; readonly filters: Filters }) {
  const isFiltered = Object.keys(filters).length > 0;
  /** Of the pages up to the one that is shown; the first page has none. */
  const cursors = useSignal<readonly string[]>([]);
  const cursor = cursors.value.at(-1);
  const selected = useSignal<ReadonlySet<string>>(new Set());
  /** The documents that a search has found so far. */
  const part = useSignal<readonly Document[]>([]);
  const page = useLoaded(`${cursor}`, (signal) => {
    part.value = [];
    return readPage(view, filters, cursor, signal, (found) => {
      part.value = found;
    });
  });
  const next = page.data?.pagination.next_cursor ?? '';
  const listed = page.data?.items ?? (part.value.length > 0 ? part.value : undefined);
  const isBeginning = page.data !== undefined && cursor === undefined && !isFiltered;
  const items = listed && asKnownHere(view, listed, isBeginning);
  const details = useDetails(page.data?.items);
  useLiveStatus(items, noteDocument);
  useReloadAfterUpload(page.reload, cursor === undefined);
  const found = page.data && items?.length;
  useEffect(() => {
    if (filters.q !== undefined && found !== undefined) announce(t('library.found', { count: found }));
  }, [found]);
  const chosen = (items ?? []).filter(({ id }) => selected.value.has(id));
  const go = (to: readonly string[]) => {
    selected.value = new Set();
    cursors.value = to;
    scrollTo(0, 0);
  };
  return (
    <>
      <Problem error={page.error} onRetry={page.reload} />
      {found === 0 && cursor === undefined ? (
        <NoDocuments view={view} isFiltered={isFiltered} />
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
      {(cursor !== undefined || next !== '') && (
        <nav class="paging" aria-label={t('paging.label')}>
          <Button
            text={t('paging.previous')}
            disabled={cursor === undefined}
            onClick={() => go(cursors.value.slice(0, -1))}
          />
          <Button
            text={t('paging.next')}
            disabled={next === ''}
            onClick={() => go([...cursors.value, next])}
          />
        </nav>
      )}
    </>
  );
}

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
