import { readTitles } from '../library/list.ts';
import { api } from '../service/api.ts';
import type { Delivery } from './silence.ts';

export interface EventDocument {
  readonly id: `doc_${string}`;
  readonly title: string | undefined;
}

/** The list of events is read in this many requests at most. */
const requestsMax = 3;

/**
 * Returns the documents of deliveries by the ids of their events. Deliveries do not name them, so this reads the newest events. Events that the
 * person may not see are left out.
 */
export async function readEventDocuments(
  eventIds: readonly Delivery['event_id'][],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, EventDocument>> {
  const wanted = new Set<string>(eventIds);
  const documents = new Map<string, EventDocument>();
  const titles = new Map<string, string>();
  const oldest = [...eventIds].sort()[0] ?? '';
  let cursor: string | undefined;
  for (let count = 0; count < requestsMax && wanted.size > 0 && cursor !== ''; count++) {
    const page = await api.listEvents({ limit: 100, ...(cursor !== undefined && { cursor }) }, { signal });
    for (const { id, data } of page.items) {
      const { id: own, document_id, title } = data as Readonly<Record<string, unknown>>;
      const document = [document_id, own].find(isDocumentId);
      if (document && document === own && typeof title === 'string') titles.set(document, title);
      if (document && wanted.has(id)) documents.set(id, { id: document, title: undefined });
    }
    cursor = (page.items.at(-1)?.id ?? '') < oldest ? '' : page.pagination.next_cursor;
  }
  const unnamed = [...documents.values()].map(({ id }) => id).filter((id) => !titles.has(id));
  for (const [id, title] of await readTitles(unnamed, signal)) titles.set(id, title);
  return new Map([...documents].map(([event, { id }]) => [event, { id, title: titles.get(id) }]));
}

const isDocumentId = (id: unknown): id is EventDocument['id'] =>
  typeof id === 'string' && id.startsWith('doc_');
