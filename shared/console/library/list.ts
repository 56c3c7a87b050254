import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { decodeTime } from 'ulidx';
import type { Document, Operations } from '../../client/types.ts';
import { type Answer, answerOf, api, me } from '../service/api.ts';
import { batchMax } from '../service/batch.ts';
import type { Filters } from './filters.tsx';

export type View = 'library' | 'shared' | 'bin';

type Input = NonNullable<Operations['listDocuments']['input']>;

const pageSize = 50;
/** A page with filters may be short, so larger pages need fewer requests. The person can select the whole page for a batch. */
const filteredPageSize = batchMax;

const views = { library: {}, shared: { shared_with_me: 'true' }, bin: { deleted: 'true' } };

/** A page of the list, or the part of it that was found so far. */
export interface ListPage {
  readonly items: readonly Document[];
  /** The cursor of the next page; empty: none follows. */
  readonly next: string;
  readonly isPart: boolean;
}

/**
 * Reads a page of the list. With filters, the service's pages may be short or empty although more follow, so this reads several of them.
 * `onPart` receives what was found so far.
 */
export async function readPage(
  view: View,
  filters: Filters,
  cursor: string | undefined,
  signal: AbortSignal,
  onPart: (part: ListPage) => void,
): Promise<Answer<ListPage>> {
  const input = { ...views[view], ...filters } as Input;
  const limit = Object.keys(input).length > 0 ? filteredPageSize : pageSize;
  const items: Document[] = [];
  for (let next = cursor; ; ) {
    const page = await api.listDocuments(
      { ...input, limit: limit - items.length, ...(next !== undefined && { cursor: next }) },
      { signal },
    );
    items.push(...page.items);
    next = page.pagination.next_cursor;
    if (items.length >= pageSize || next === '') return answerOf({ items, next, isPart: false });
    if (items.length > 0) onPart({ items: [...items], next: '', isPart: true });
  }
}

export type Details = Operations['listDocumentDetails']['output']['items'][number];

const idsPerRequest = 50;

/** Returns a function that reads what the list shows beside each document. */
export const detailsReader =
  (view: View) =>
  (ids: readonly Document['id'][], signal: AbortSignal): Promise<ReadonlyMap<string, Details>> =>
    readDetails(ids, view === 'shared' ? { own_share: 'true' } : {}, signal);

async function readDetails(
  ids: readonly Document['id'][],
  more: { readonly own_share?: 'true' },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Details>> {
  const details: Details[] = [];
  for (let start = 0; start < ids.length; start += idsPerRequest) {
    const asked = ids.slice(start, start + idsPerRequest).join(',');
    details.push(...(await api.listDocumentDetails({ ids: asked, ...more }, { signal })).items);
  }
  return new Map(details.map((one) => [one.document_id, one]));
}

/**
 * Reads the titles of documents. Each request lists the documents up to the newest one that is left to find, so documents of about the same
 * age need one request. Documents that are gone have no title.
 */
export async function readTitles(
  ids: readonly Document['id'][],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  let left = [...new Set(ids)].sort();
  for (let newest = left.pop(); newest !== undefined; newest = left.pop()) {
    const created_before = new Date(decodeTime(newest.slice(4).toUpperCase()) + 1).toISOString();
    const { items } = await api.listDocuments({ created_before, limit: 100 }, { signal });
    for (const { id, title } of items) titles.set(id, title);
    const oldest = items.at(-1)?.id ?? '';
    left = left.filter((id) => id < oldest);
  }
  return titles;
}

/**
 * The documents that this tab created or restored, or whose processing it saw end; null for documents that it deleted. The service's lists
 * lag behind changes for a moment, but people must see their own changes at once.
 */
const recent = signal<{ readonly organization: string | null | undefined; readonly documents: Known }>({
  organization: undefined,
  documents: new Map(),
});
type Known = ReadonlyMap<string, Document | null>;

/** Returns the recent documents of the organization that the tab shows. */
function known(): Known {
  const { organization, documents } = recent.value;
  return organization === me.value?.organization_id ? documents : new Map();
}

const set = (id: string, document: Document | null) => {
  recent.value = { organization: me.value?.organization_id, documents: new Map(known()).set(id, document) };
};
export const noteDocument = (document: Document): void => set(document.id, document);
export const noteDeleted = ({ id }: Document): void => set(id, null);

/** The documents whose share the person ended. They stay hidden until a list that was loaded later does not have them any more. */
const endedShares = signal<ReadonlySet<string>>(new Set());
export const noteEndedShare = ({ id }: Document): void => {
  endedShares.value = new Set([...endedShares.value, id]);
};

/** Call it with each newly loaded list of shared documents. A document that is shared again is shown again. */
export function settleEndedShares(listed: readonly Document[]): void {
  const left = listed.filter(({ id }) => endedShares.value.has(id));
  endedShares.value = new Set(left.map(({ id }) => id));
}

/** Returns a list with the changes of this tab. `isBeginning`: whether new documents belong to it, because it begins with the newest. */
export function asKnownHere(
  view: View,
  documents: readonly Document[],
  isBeginning: boolean,
): readonly Document[] {
  const own = known();
  if (view === 'shared') return documents.filter(({ id }) => !endedShares.value.has(id));
  if (view === 'bin') return documents.filter(({ id }) => !own.get(id));
  const listed = documents.flatMap((one) => {
    const mine = own.get(one.id);
    if (mine === null) return [];
    return mine && one.processing_status === 'processing' ? [mine] : [one];
  });
  if (!isBeginning) return listed;
  const ids = new Set(documents.map(({ id }) => id));
  const missing = [...own.values()].filter((one) => one !== null && !ids.has(one.id)) as Document[];
  // Ids sort by the time of creation.
  return missing.length === 0 ? listed : [...listed, ...missing].sort((a, b) => (a.id < b.id ? 1 : -1));
}

const firstMilliseconds = 1500;
const longestMilliseconds = 15_000;
/** The largest number of documents that are read by themselves in one turn. */
const readMax = 10;

/** Asks again for documents in processing, at growing intervals. Calls `onChange` for each whose processing has ended. */
export function useLiveStatus(
  documents: readonly Document[] | undefined,
  onChange: (document: Document) => void,
): void {
  const processing = (documents ?? []).filter(isProcessing);
  const key = processing.map(({ id }) => id).join();
  useEffect(() => {
    if (key === '') return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async () => {
      for (let wait = firstMilliseconds; ; wait = Math.min(longestMilliseconds, wait * 1.5)) {
        await new Promise((resolve) => setTimeout(resolve, wait));
        if (signal.aborted) return;
        // The next turn asks again, so a failure of one turn is not shown.
        if (document.visibilityState === 'visible')
          await readEnded(processing, signal).then(
            (ended) => ended.forEach(onChange),
            () => undefined,
          );
      }
    };
    void ask();
    return () => controller.abort();
  }, [key]);
}

const isProcessing = ({ processing_status: status }: Document): boolean => status === 'processing';

/**
 * Returns those of the documents whose processing has ended. Reads the list of documents in processing, and each document that this list does
 * not have: the list lags behind, so it may miss a new document.
 */
export async function readEnded(documents: readonly Document[], signal?: AbortSignal): Promise<Document[]> {
  if (documents.length === 0) return [];
  const options = { signal };
  const input = { processing_status: 'processing', limit: 100 } as const;
  const { items } = documents.length === 1 ? { items: [] } : await api.listDocuments(input, options);
  const listed = new Set(items.map(({ id }) => id));
  const ended: Document[] = [];
  for (const { id } of documents.filter((one) => !listed.has(one.id)).slice(0, readMax)) {
    const now = await api.getDocument({ document_id: id }, options).catch(() => undefined);
    if (now && !isProcessing(now)) ended.push(now);
  }
  return ended;
}
