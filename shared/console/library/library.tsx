import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { TextHits } from '../frame/later.tsx';
import { announce } from '../frame/toasts.tsx';
import { useAddress } from '../parts/address.ts';
import { Button } from '../parts/controls.tsx';
import { Empty, Problem, Screen } from '../parts/list.tsx';
import { OrderChoice, OrderNote, useOrder } from '../parts/order.tsx';
import { paths } from '../paths.ts';
import { SearchField } from '../search/searchField.tsx';
import { isWorthSearching } from '../search/sought.ts';
import { answerOf, isReaderOnly, may, me, useFacts, useFresh, useLoaded } from '../service/api.ts';
import { t } from '../words/words.ts';
import { BatchBar } from './batchBar.tsx';
import { ChooseFiles } from './chooseFiles.tsx';
import { columnsOf } from './columns.ts';
import { DocumentTable, type Selection } from './documentTable.tsx';
import { FilterBar, type Filters, useFilters } from './filters.tsx';
import {
  asKnownHere,
  detailsReader,
  type ListPage,
  noteDocument,
  readPage,
  settleEndedShares,
  useLiveStatus,
  type View,
} from './list.ts';
import { useReloadAfterUpload } from './uploadPanel.tsx';
import { isFollowed, uploadedCount } from './uploads.ts';

/** The lists of documents: those that the person may read, those that are shared with them, and the bin. */
export function Library() {
  const { query, route } = useLocation();
  const asked: View = query.view === 'shared' || query.view === 'bin' ? query.view : 'library';
  const view = isReaderOnly.value ? 'shared' : asked;
  useEffect(() => {
    if (view !== asked) route(paths.shared, true);
  }, [view, asked]);
  const { filters, set } = useFilters();
  return (
    <Screen
      key={view}
      title={t(`nav.${view}`)}
      lead={view !== 'library' && t(`library.lead.${view}`)}
      actions={
        view === 'library' && may('document#write') && <ChooseFiles label={t('library.upload')} isPrimary />
      }
    >
      {view === 'library' && <FilterBar />}
      {view === 'shared' && (
        <search class="filters">
          <SearchField q={filters.q} onSearch={(q) => set({ q })} />
        </search>
      )}
      <Found filters={filters} view={view} />
    </Screen>
  );
}

interface FoundProps {
  readonly view: View;
  readonly filters: Filters;
}

/** The documents whose titles have the words of the search, and below them those whose texts have them. */
function Found({ view, filters }: FoundProps) {
  const { q = '', created_by, ...others } = filters;
  const listed = useSignal<ReadonlySet<string> | undefined>(undefined);
  const count = useSignal(0);
  // Other filters exist for titles only. A search in texts finds more than the documents that others share.
  const isWanted = isWorthSearching(q) && (view === 'library' || isReaderOnly.value);
  const hasTexts = isWanted && Object.keys(others).length === 0;
  return (
    <>
      {isWanted && (
        <p class="found quiet-text">
          {!hasTexts && t('search.titlesOnly')}
          {hasTexts && count.value > 0 && listed.value?.size !== 0 && (
            <a href="#texts">{t('search.texts')} ↓</a>
          )}
        </p>
      )}
      <Documents
        key={JSON.stringify(filters)}
        view={view}
        filters={filters}
        listed={listed}
        hasTexts={hasTexts}
      />
      {hasTexts && (
        <TextHits
          q={q}
          {...(created_by !== undefined && { created_by: created_by as `user_${string}` })}
          listed={listed.value}
          onFound={(found) => {
            count.value = found;
          }}
        />
      )}
    </>
  );
}

interface DocumentsProps extends FoundProps {
  /** The documents that this list has shown; undefined: they are not known yet. */
  readonly listed: Signal<ReadonlySet<string> | undefined>;
  /** Whether hits in texts follow. */
  readonly hasTexts: boolean;
}

function Documents({ view, filters, listed: shown, hasTexts }: DocumentsProps) {
  const isFiltered = Object.keys(filters).length > 0;
  const { query, set } = useAddress();
  const cursors = cursorsOf(`${me.value?.organization_id} ${view} ${JSON.stringify(filters)}`);
  const asked = Number(query.page ?? 1) - 1;
  // An address of another tab has a page that this tab does not know, so its list begins anew.
  const pages = cursors[asked - 1] === undefined ? 0 : asked;
  const cursor = cursors[pages - 1];
  const selected = useSignal<Selection>(new Map());
  const page = useLoaded<ListPage>(`${cursor}`, (signal) =>
    readPage(view, filters, cursor, signal, (part) => {
      // While the page is loaded again, it stays as it is.
      if (page.data?.isPart !== false) page.show(answerOf(part));
    }),
  );
  const { items: listed, next = '', isPart = false } = page.data ?? {};
  const items = listed && asKnownHere(view, listed, !isPart && cursor === undefined && !isFiltered);
  const states = items?.map((one) => `${one.processing_status}${one.current_version?.id}`).join();
  const details = useFacts(
    isPart ? [] : (listed ?? []).map(({ id }) => id),
    detailsReader(view),
    states,
    uploadedCount.value,
    isPart || page.data,
  );
  const order = useOrder(columnsOf(view, details));
  useLiveStatus(
    items?.filter((one) => !isFollowed(one)),
    noteDocument,
  );
  useReloadAfterUpload(page.reload, cursor === undefined);
  useFresh(page.reload);
  const found = isPart ? undefined : items?.length;
  useEffect(() => {
    if (filters.q !== undefined && found !== undefined) announce(t('library.found', { count: found }));
  }, [found]);
  useEffect(() => {
    // Those that are gone since stay in it: hits learn a little later that a document was deleted.
    shown.value = items && new Set([...(shown.value ?? []), ...items.map(({ id }) => id)]);
  }, [items?.map(({ id }) => id).join()]);
  useEffect(() => {
    if (view === 'shared' && listed && !isPart) settleEndedShares(listed);
  }, [page.data]);
  const go = (to: number) => {
    if (to > 0) keepCursor(cursors, to, next);
    set({ page: to > 0 ? `${to + 1}` : '' });
    scrollTo(0, 0);
  };
  return (
    <>
      <Problem error={page.error} onRetry={page.reload} />
      {found !== 0 && (
        <div class="row order">
          <OrderChoice order={order} />
          <OrderNote order={order} count={items?.length} />
        </div>
      )}
      {found === 0 && cursor === undefined && hasTexts ? (
        <p class="quiet-text">{t('search.noTitle')}</p>
      ) : found === 0 && cursor === undefined ? (
        <NoDocuments view={view} isFiltered={isFiltered} />
      ) : (
        <DocumentTable
          documents={items && order.sorted(items)}
          order={order}
          details={details}
          view={view}
          selected={selected}
          onChange={page.reload}
        />
      )}
      {isPart && page.error === undefined && (
        <p class="quiet-text" role="status">
          {t('library.searching')}
        </p>
      )}
      {selected.value.size > 0 && (
        <BatchBar
          documents={[...selected.value.values()]}
          view={view}
          onEnd={() => {
            selected.value = new Map();
            void page.reload();
          }}
        />
      )}
      {(cursor !== undefined || next !== '') && (
        <nav class="paging" aria-label={t('paging.label')}>
          <Button text={t('paging.previous')} disabled={cursor === undefined} onClick={() => go(pages - 1)} />
          <Button text={t('paging.next')} disabled={next === ''} onClick={() => go(pages + 1)} />
        </nav>
      )}
    </>
  );
}

const cursorsKey = 'pages';
/** The cursors of the pages after the first, for the list that was shown last. The address has only the number of the page. */
let known: { readonly list: string; readonly cursors: string[] } = JSON.parse(
  sessionStorage.getItem(cursorsKey) ?? '{"list":"","cursors":[]}',
);

function cursorsOf(list: string): string[] {
  if (known.list !== list) known = { list, cursors: [] };
  return known.cursors;
}

/** Keeps the cursor of a page after the first, also for a reload. */
function keepCursor(cursors: string[], page: number, cursor: string): void {
  cursors[page - 1] ??= cursor;
  sessionStorage.setItem(cursorsKey, JSON.stringify(known));
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
