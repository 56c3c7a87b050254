import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Document, Operations } from '../../client/types.ts';
import { api } from '../service/api.ts';
import { batchMax } from '../service/batch.ts';
import type { Filters } from './filters.tsx';

export type View = 'library' | 'shared' | 'bin';

type Input = NonNullable<Operations['listDocuments']['input']>;

const pageSize = 50;
/** A page with filters may be short, so larger pages need fewer requests. The person can select the whole page for a batch. */
const filteredPageSize = batchMax;

const views = { library: {}, shared: { shared_with_me: 'true' }, bin: { deleted: 'true' } };

/**
 * Reads a page of the list. With filters, the service's pages may be short or empty although more follow, so this reads several of them.
 * `onPart` receives the documents found so far.
 */
export async function readPage(
  view: View,
  filters: Filters,
  cursor: string | undefined,
  signal: AbortSignal,
  onPart: (found: readonly Document[]) => void,
) {
  const input = { ...views[view], ...filters } as Input;
  const limit = Object.keys(input).length > 0 ? filteredPageSize : pageSize;
  const items: Document[] = [];
  for (let next = cursor; ; ) {
    const { data, response } = await api.listDocuments.withResponse(
      { ...input, limit: limit - items.length, ...(next !== undefined && { cursor: next }) },
      { signal },
    );
    items.push(...data.items);
    const { pagination } = data;
    if (items.length >= pageSize || pagination.next_cursor === '')
      return { data: { items, pagination }, response };
    onPart([...items]);
    next = pagination.next_cursor;
  }
}

export type Details = Operations['listDocumentDetails']['output']['items'][number];

/** The documents that one request names. */
const askedMax = 50;

/** Loads what the list shows beside each document. Without an answer, the list is shown without it. */
export function useDetails(documents: readonly Document[] | undefined): ReadonlyMap<string, Details> {
  const known = useSignal<ReadonlyMap<string, Details>>(new Map());
  const ids = (documents ?? []).map(({ id }) => id);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      for (let start = 0; start < ids.length; start += askedMax) {
        const asked = ids.slice(start, start + askedMax).join(',');
        const { items } = await api.listDocumentDetails({ ids: asked }, { signal });
        known.value = new Map([...known.value, ...items.map((one) => [one.document_id, one] as const)]);
      }
    };
    load().catch(() => undefined);
    return () => controller.abort();
  }, [ids.join()]);
  return known.value;
}
