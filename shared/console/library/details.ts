import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Document, Operations } from '../../client/types.ts';
import { api } from '../service/api.ts';

export type Details = Operations['listDocumentDetails']['output']['items'][number];

/** The largest number of documents in one request. */
const askedMax = 50;

/** Loads the counts that the list shows beside each document. If that fails, the list has no counts. */
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
