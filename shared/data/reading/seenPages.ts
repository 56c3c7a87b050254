import * as z from 'zod/mini';
import type { DocumentId, VersionId } from '../../contract/identifiers.ts';
import { activityEndsAt } from '../activity/activity.ts';
import { seenPagesKey } from '../keys/reading.ts';
import { newId } from '../table/ids.ts';
import { type Item, readAll } from '../table/read.ts';
import { table } from '../table/table.ts';
import { changeIf } from '../table/update.ts';
import { type Governed, isShared } from './readingCounts.ts';

/** The pages of a version that a reader saw: those whose pictures were requested, and the seconds that pages were on the screen. */

/** Pages beyond this one are not noted, so that the item stays small. */
export const seenPagesMax = 2000;

/** An item also has an attribute for each page whose picture was requested, such as `p12`. */
const seenItem = z.object({
  /** Two digits of base 64 for each page, the first page first: its seconds. */
  seconds: z.optional(z.string()),
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
  if (page > seenPagesMax) return;
  const during = isShared(document) ? 'SHARED' : 'PRIVATE';
  await changeIf(seenPagesKey(document.id, version_id, during, reader), {
    set: { [`p${page}`]: true, [table.timeToLive]: activityEndsAt(newId('act')) },
  });
}

/** Returns what readers saw of a version, in their order. `all`: includes what they saw while the document was private. */
export async function getSeenPages(
  documentId: DocumentId,
  versionId: VersionId,
  readers: readonly string[],
  all: boolean,
): Promise<SeenPages[]> {
  const during = all ? (['SHARED', 'PRIVATE'] as const) : (['SHARED'] as const);
  const items = await readAll(
    readers.flatMap((reader) => during.map((time) => seenPagesKey(documentId, versionId, time, reader))),
  );
  return readers.map((_, index) => {
    const parts = items.slice(index * during.length, (index + 1) * during.length).map((item = {}) => item);
    return {
      fetched: new Set(parts.flatMap(fetchedIn)),
      seconds: parts.map(secondsIn).reduce(added, []),
    };
  });
}

const fetchedIn = (item: Item): number[] =>
  Object.keys(item).flatMap((name) => (/^p\d+$/.test(name) ? Number(name.slice(1)) : []));

const secondsIn = (item: Item): number[] => secondsFrom(z.parse(seenItem, item).seconds ?? '');

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Returns the seconds of pages in the stored form: two digits of base 64 for each page. */
export const secondsFrom = (stored: string): number[] =>
  Array.from(
    { length: Math.floor(stored.length / 2) },
    (_, index) => 64 * digits.indexOf(stored[2 * index] ?? '') + digits.indexOf(stored[2 * index + 1] ?? ''),
  );

/** Returns the stored form of the seconds of pages, each at most 4095. */
export const secondsText = (seconds: readonly number[]): string =>
  seconds.map((one) => `${digits[Math.floor(one / 64)]}${digits[one % 64]}`).join('');

const added = (one: readonly number[], other: readonly number[]): number[] =>
  Array.from(
    { length: Math.max(one.length, other.length) },
    (_, index) => (one[index] ?? 0) + (other[index] ?? 0),
  );
