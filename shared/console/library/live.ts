import { useEffect } from 'preact/hooks';
import type { Document } from '../../client/types.ts';
import { api } from '../service/api.ts';

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
          await passOnEnded(processing, onChange, signal).catch(() => undefined);
      }
    };
    void ask();
    return () => controller.abort();
  }, [key]);
}

const isProcessing = ({ processing_status: status }: Document): boolean => status === 'processing';

/** Reads each document that the list of documents in processing no longer has. The list lags behind, so it may miss a new document. */
async function passOnEnded(
  documents: readonly Document[],
  onChange: (document: Document) => void,
  signal: AbortSignal,
): Promise<void> {
  const input = { processing_status: 'processing', limit: 100 } as const;
  const { items } = documents.length === 1 ? { items: [] } : await api.listDocuments(input, { signal });
  const listed = new Set(items.map(({ id }) => id));
  for (const { id } of documents.filter((one) => !listed.has(one.id)).slice(0, readMax)) {
    const now = await api.getDocument({ document_id: id }, { signal }).catch(() => undefined);
    if (now && !isProcessing(now)) onChange(now);
  }
}
