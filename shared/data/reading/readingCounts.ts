import * as z from 'zod/mini';
import { dayOf } from '../../contract/days.ts';
import { type ActivityId, activityId, type DocumentId, type VersionId } from '../../contract/identifiers.ts';
import { summarizedPagesMax } from '../../contract/limits.ts';
import { activityEndsAt } from '../activity/activity.ts';
import type { DocumentItem } from '../documents/documents.ts';
import type { Key } from '../keys/key.ts';
import { besideViews, dayCountsKey, dayPrefix, prefixesOfVersion, reachedPagesKey } from '../keys/reading.ts';
import { createdAt } from '../table/ids.ts';
import { between, type Item, queryAs, queryItems, readAll, under } from '../table/read.ts';
import { table } from '../table/table.ts';
import { changeIf } from '../table/update.ts';
import { countReader, type ReadingOfReader } from './readers.ts';

/**
 * Counts of a document's readings, by day and by page. They are written after the entry of the reading, and expire with it. Readings while
 * the document was private are kept apart, because only the creator sees them.
 */

const count = () => z._default(z.int(), 0);
const dayItem = z.object({
  [table.sortKey]: z.string(),
  views: count(),
  downloads: count(),
  readers: count(),
  /** The seconds of pages in views of the day, as browsers reported them. */
  seconds: count(),
  /** The entry of the last reading that was counted. */
  latest: activityId,
  /** The same counts, without readings while the document was private. */
  shared_views: count(),
  shared_downloads: count(),
  shared_readers: count(),
  shared_seconds: count(),
  shared_latest: z.optional(activityId),
});
type DayItem = z.infer<typeof dayItem>;

/** The attributes of a document that decide who sees its readings. */
export type Governed = Pick<DocumentItem, 'id' | 'organization_id' | 'access_level'>;

/** Returns whether people other than the creator see readings of a document in its present state. */
export const isShared = ({ organization_id, access_level }: Governed): boolean =>
  organization_id !== null && access_level !== 'private';

interface CountedReading extends Omit<ReadingOfReader, 'documentId' | 'isShared'> {
  readonly document: Governed;
}

/**
 * Counts a reading that has an entry, for its reader and for the day of the entry (UTC). A repeated request counts the entry once. Takes one
 * write unit more than `countReader`, and throws DynamoDB's error.
 */
export async function countReadingOf({ document, ...reading }: CountedReading): Promise<void> {
  const { id, type } = reading;
  const day = dayOf(Date.parse(createdAt(id)));
  const shared = isShared(document);
  const end = { [table.timeToLive]: activityEndsAt(id) };
  const isFirst = await countReader({ ...reading, documentId: document.id, isShared: shared });
  const counted = type === 'viewed' ? 'views' : 'downloads';
  await changeIf(dayCountsKey(document.id, day), {
    add: {
      [counted]: 1,
      ...(isFirst.all && { readers: 1 }),
      ...(shared && { [`shared_${counted}`]: 1 }),
      ...(shared && isFirst.shared && { shared_readers: 1 }),
    },
    set: { ...end, latest: id, ...(shared && { shared_latest: id }) },
    when: [unlessLatest],
  });
}

/** Without this condition, a request that is repeated after a lost answer would count twice. */
const unlessLatest = '(attribute_not_exists(#latest) OR #latest <> :latest)';

/**
 * Counts seconds of pages for the day on which their view began (UTC). That day has counts, because a view is counted when it begins; a day
 * without counts gets none.
 */
export async function countSeconds(document: Governed, viewId: ActivityId, seconds: number): Promise<void> {
  await changeIf(dayCountsKey(document.id, dayOf(Date.parse(createdAt(viewId)))), {
    add: { seconds, ...(isShared(document) && { shared_seconds: seconds }) },
    when: ['attribute_exists(latest)'],
  });
}

/** The readings of a day (UTC). */
interface Day {
  readonly date: string;
  readonly views: number;
  readonly downloads: number;
  readonly readers: number;
  readonly seconds: number;
}

/**
 * Lists the days with readings from `since` to `until`, both included, oldest first. `all`: includes readings while the document was
 * private.
 */
export const listDays = async (
  documentId: DocumentId,
  { since, until }: { readonly since: string; readonly until: string },
  all: boolean,
): Promise<Day[]> =>
  (
    await queryAs(dayItem, between(dayCountsKey(documentId, since), dayPrefix + since, dayPrefix + until))
  ).map((day) => ({
    date: day.sk.slice(dayPrefix.length),
    views: all ? day.views : day.shared_views,
    downloads: all ? day.downloads : day.shared_downloads,
    readers: all ? day.readers : day.shared_readers,
    seconds: all ? day.seconds : day.shared_seconds,
  }));

/** Returns the time of the last reading of a document; null: there is none. `all`: includes readings while the document was private. */
export async function getLastRead(documentId: DocumentId, all: boolean): Promise<string | null> {
  const newest = (most?: number): Promise<DayItem[]> =>
    queryAs(
      dayItem,
      { ...between(dayCountsKey(documentId, ''), dayPrefix, `${dayPrefix}~`), ScanIndexForward: false },
      most,
    );
  const latestOf = ({ latest, shared_latest }: DayItem) => (all ? latest : shared_latest);
  const [last] = await newest(1);
  if (!last) return null;
  const latest = latestOf(last) ?? (await newest()).map(latestOf).find((id) => id !== undefined);
  return latest === undefined ? null : createdAt(latest);
}

interface ReachedPages {
  readonly viewId: ActivityId;
  readonly document: Governed;
  readonly version_id: VersionId;
  /** The furthest page that the view had reached before; 0: none. */
  readonly before: number;
  /** The furthest page now. */
  readonly page: number;
}

/** Counts a view for the pages that it has reached now. Throws DynamoDB's error. */
export async function countReachedPages(reached: ReachedPages): Promise<void> {
  const { viewId, document, version_id, before, page } = reached;
  const last = Math.min(page, summarizedPagesMax);
  if (before >= last) return;
  const pages = Array.from({ length: last - before }, (_, index) => before + 1 + index);
  await changeIf(reachedPagesKey(document.id, version_id, isShared(document) ? 'SHARED' : 'PRIVATE'), {
    add: Object.fromEntries(pages.map((number) => [attributeOf(number), 1])),
    set: { [table.timeToLive]: activityEndsAt(viewId), latest: `${viewId}#${page}` },
    when: [unlessLatest],
  });
}

const attributeOf = (page: number): string => `p${page}`;

/**
 * Returns for each page of a version the number of views that reached it. `all`: includes views while the document was private.
 */
export async function getReachedPages(
  documentId: DocumentId,
  versionId: VersionId,
  pageCount: number,
  all: boolean,
): Promise<number[]> {
  const items = await readAll([
    reachedPagesKey(documentId, versionId, 'SHARED'),
    all ? reachedPagesKey(documentId, versionId, 'PRIVATE') : null,
  ]);
  const viewsOf = (item: Item | undefined, page: number): number => Number(item?.[attributeOf(page)] ?? 0);
  return Array.from({ length: Math.min(pageCount, summarizedPagesMax) }, (_, index) =>
    items.reduce((sum, item) => sum + viewsOf(item, index + 1), 0),
  );
}

/** The number of items that are removed together, in a few batches of writes. */
const itemsAPage = 100;

/**
 * Lists the keys of up to 100 items to remove with a document: the counts of its readings and, for each share, the counts of readings and
 * the state of the latest mail. Returns an empty list when none is left. Views are not removed: they expire.
 */
export async function listReadingCounts(documentId: DocumentId): Promise<Key[]> {
  const { from, to } = besideViews;
  return keysOf(await queryItems(between(dayCountsKey(documentId, ''), from, to), itemsAPage));
}

/** Lists the keys of up to 200 items to remove with a version: how far views reached, and what readers saw. */
export async function listReadingsOfVersion(documentId: DocumentId, versionId: VersionId): Promise<Key[]> {
  const items = await Promise.all(
    prefixesOfVersion(versionId).map((prefix) =>
      queryItems(under(dayCountsKey(documentId, ''), prefix), itemsAPage),
    ),
  );
  return keysOf(items.flat());
}

const keysOf = (items: readonly Item[]): Key[] =>
  items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
