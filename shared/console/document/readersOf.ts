import type { Operations } from '../../client/types.ts';

export type Entry = Operations['listDocumentActivity']['output']['items'][number];

/** The readings of one reader, newest first. */
export type Readings = readonly [Entry, ...Entry[]];

const readersShown = 10;
/** So many entries are read in any case, and at most so many, so that one reader with many entries does not hide the others. */
const entriesRead = { least: 100, most: 1000 };

const readings: readonly string[] = ['viewed', 'downloaded', 'acknowledged', 'refused'];

/** Without an account, the readers of a network count as one. */
const readerOf = ({ actor, details }: Entry): string => actor?.id ?? String(details.address);

/**
 * Returns the latest readers, each with their readings.
 *
 * @param entries the activity of a document, newest first
 * @param isManager whether a person manages the document, so that their views are left out. `ulid`: the ULID of their id
 */
export async function latestReaders(
  entries: AsyncIterable<Entry>,
  isManager: (ulid: string) => boolean,
): Promise<readonly Readings[]> {
  const readers = new Map<string, [Entry, ...Entry[]]>();
  let read = 0;
  for await (const entry of entries) {
    const isReading = readings.includes(entry.type) && !(entry.actor && isManager(entry.actor.id.slice(-26)));
    const known = readers.get(readerOf(entry));
    if (isReading && known) known.push(entry);
    else if (isReading && readers.size < readersShown) readers.set(readerOf(entry), [entry]);
    read += 1;
    if (read >= entriesRead.most || (read >= entriesRead.least && readers.size >= readersShown)) break;
  }
  return [...readers.values()];
}

/** Returns the furthest page that a reader reached, with the number of pages; undefined if pages were not shown one by one. */
export function furthestOf(entries: Readings): { readonly page: string; readonly of: string } | undefined {
  const reached = entries.map(({ details }) => Number(details.pages_reached ?? 0));
  const page = Math.max(...reached);
  const of = entries[reached.indexOf(page)]?.details.page_count ?? page;
  return page > 0 ? { page: String(page), of: String(of) } : undefined;
}
