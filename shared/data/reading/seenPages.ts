import * as z from 'zod/mini';
import type { ActivityId, DocumentId, VersionId } from '../../contract/identifiers.ts';
import { activityEndsAt } from '../activity/activity.ts';
import { fetchedPagesKey, seenPagesKey } from '../keys/reading.ts';
import { createdAt, newId } from '../table/ids.ts';
import { parseItem } from '../table/parse.ts';
import { type Item, readAll, readAs } from '../table/read.ts';
import { table } from '../table/table.ts';
import { changeIf, hasChanged } from '../table/update.ts';
import { countSeconds, type Governed, isShared } from './readingCounts.ts';
import {
  accept,
  numbersIn,
  storedNumbers,
  storedViews,
  sumOf,
  type Times,
  timedPagesMax,
  viewsIn,
} from './times.ts';

/**
 * The pages of a version that a reader saw. One item has the seconds that pages were on the screen. Another has an attribute for each page
 * whose picture was requested, such as `p12`; it is separate, so that a batch of seconds does not pay for its size.
 */
const seenItem = z.object({
  /** The seconds of each page in all views, the first page first, as `storedNumbers`. */
  seconds: z.string(),
  /** The seconds of pages in the latest views, as `storedViews`, and the time that is accounted for. */
  views: z.string(),
  told: z.int(),
});

/** What a reader saw of a version. */
export interface SeenPages {
  readonly fetched: ReadonlySet<number>;
  /** The seconds of each page, the first page first. Pages beyond its end have none. */
  readonly seconds: readonly number[];
}

interface Fetched {
  readonly document: Governed;
  readonly version_id: VersionId;
  readonly reader: string;
  readonly page: number;
}

/** Notes that a reader requested the picture of a page. Takes a write unit for about 200 pages. Throws DynamoDB's error. */
export async function noteFetched({ document, version_id, reader, page }: Fetched): Promise<void> {
  if (page > timedPagesMax) return;
  const during = isShared(document) ? 'SHARED' : 'PRIVATE';
  await changeIf(fetchedPagesKey(document.id, version_id, during, reader), {
    set: { [`p${page}`]: true, [table.timeToLive]: activityEndsAt(newId('act')) },
  });
}

interface ReportedSeconds {
  readonly document: Governed;
  readonly version_id: VersionId;
  readonly reader: string;
  readonly viewId: ActivityId;
  readonly batch: ReadonlyMap<number, number>;
}

const batchAttempts = 4;

/**
 * Adds the seconds that a browser reports for pages, and counts them for the day on which the view began. Returns the seconds that were
 * accepted. Time that was accounted for before the document was shared, or before it became private, is not accepted again. Takes a write unit for each kB of the item, at most 5, and one for the day. Throws DynamoDB's error.
 */
export async function addSeconds(
  reported: ReportedSeconds,
  now: number,
): Promise<ReadonlyMap<number, number>> {
  const { document, version_id, reader, viewId, batch } = reported;
  const during = isShared(document) ? 'SHARED' : 'PRIVATE';
  const key = seenPagesKey(document.id, version_id, during, reader);
  const otherKey = seenPagesKey(document.id, version_id, otherOf[during], reader);
  const begun = Date.parse(createdAt(viewId));
  for (let attempt = 1; attempt <= batchAttempts; attempt++) {
    const [item, other] = await Promise.all([readAs(seenItem, key), readAs(seenItem, otherKey)]);
    const told = Math.max(item?.told ?? 0, other?.told ?? 0);
    const before = { ...(item ? timesIn(item) : noTimes), told };
    const { accepted, after } = accept(before, { view: viewId, begun, now, batch });
    // Nothing passed that could be accounted for.
    if (after.told === told) return accepted;
    const isChanged = await hasChanged(key, {
      set: {
        seconds: storedNumbers(after.seconds),
        views: storedViews(after.views),
        told: after.told,
        [table.timeToLive]: activityEndsAt(newId('act')),
      },
      // Otherwise another tab of the reader reported at the same time.
      ...(item ? { seen: { told: item.told } } : { when: ['attribute_not_exists(#told)'] }),
    });
    if (!isChanged) continue;
    if (accepted.size > 0) await countSeconds(document, viewId, sumOf(accepted));
    return accepted;
  }
  return new Map();
}

const otherOf = { SHARED: 'PRIVATE', PRIVATE: 'SHARED' } as const;

const noTimes = { seconds: [], views: [] };

const timesIn = ({ told, seconds, views }: z.infer<typeof seenItem>): Times => ({
  told,
  seconds: numbersIn(seconds),
  views: viewsIn(views),
});

/** Returns what readers saw of a version, in their order. `all`: includes what they saw while the document was private. */
export async function getSeenPages(
  documentId: DocumentId,
  versionId: VersionId,
  readers: readonly string[],
  all: boolean,
): Promise<SeenPages[]> {
  const during = all ? (['SHARED', 'PRIVATE'] as const) : (['SHARED'] as const);
  const read = (keyOf: typeof seenPagesKey) =>
    readAll(readers.flatMap((reader) => during.map((time) => keyOf(documentId, versionId, time, reader))));
  const [seen, fetched] = await Promise.all([read(seenPagesKey), read(fetchedPagesKey)]);
  return readers.map((_, index) => {
    const ofReader = (items: readonly (Item | undefined)[]): Item[] =>
      items.slice(index * during.length, (index + 1) * during.length).filter((item) => item !== undefined);
    return {
      fetched: new Set(ofReader(fetched).flatMap(fetchedIn)),
      seconds: ofReader(seen).map(secondsIn).reduce(added, []),
    };
  });
}

const fetchedIn = (item: Item): number[] =>
  Object.keys(item).flatMap((name) => (/^p\d+$/.test(name) ? Number(name.slice(1)) : []));

const secondsIn = (item: Item): number[] => numbersIn(parseItem(seenItem, item).seconds);

const added = (one: readonly number[], other: readonly number[]): number[] =>
  Array.from(
    { length: Math.max(one.length, other.length) },
    (_, index) => (one[index] ?? 0) + (other[index] ?? 0),
  );
