import { useEffect } from 'preact/hooks';
import type { Document } from '../../client/types.ts';
import { api } from '../service/api.ts';

const firstMilliseconds = 1500;
const longestMilliseconds = 15_000;
/** The documents that are asked for at a time. */
const askedMax = 10;

/** Asks for documents while they are processed, less often with time, and passes on those that have changed. */
export function useLiveStatus(
  documents: readonly Document[] | undefined,
  onChange: (document: Document) => void,
): void {
  const processing = (documents ?? []).filter(({ processing_status: status }) => status === 'processing');
  const key = processing.map(({ id }) => id).join();
  useEffect(() => {
    if (key === '') return undefined;
    const controller = new AbortController();
    let wait = firstMilliseconds;
    let timer = setTimeout(ask, wait);
    async function ask(): Promise<void> {
      if (document.visibilityState === 'visible')
        for (const { id } of processing.slice(0, askedMax)) {
          const now = await read(id, controller.signal);
          if (now && now.processing_status !== 'processing') onChange(now);
        }
      wait = Math.min(longestMilliseconds, wait * 1.5);
      if (!controller.signal.aborted) timer = setTimeout(ask, wait);
    }
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [key]);
}

/** The next turn asks again, so a failure of one turn is not shown. */
const read = (document_id: string, signal: AbortSignal): Promise<Document | undefined> =>
  api.getDocument({ document_id: document_id as Document['id'] }, { signal }).catch(() => undefined);
