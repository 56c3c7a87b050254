import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { daySeconds } from '../../contract/days.ts';
import { type DocumentId, documentId, type VersionId, versionId } from '../../contract/identifiers.ts';
import { picturesKeptDays } from '../../contract/limits.ts';
import { preparedPagesKey } from '../keys/reading.ts';
import { removeItems } from '../table/partitions.ts';
import { readEach, readUnexpired } from '../table/read.ts';
import { table } from '../table/table.ts';
import { hasChanged } from '../table/update.ts';
import { acquireLease, changeWhileHeld, isFree, type Leased, lease, releaseLease } from '../work/leases.ts';

/**
 * The state of the pictures of a version's pages. It is not in the due index, because the browser of the waiting reader asks again while
 * pictures are missing. So a lost message or a killed worker only costs time.
 */
const preparedPages = z.object({
  version_id: versionId,
  document_id: documentId,
  /** The number of the way in which pages are drawn and their text is read (`wayOfDrawing`). Absent in releases before 1.0.1. */
  way: z.optional(z.int()),
  /** The time when the last message was sent. */
  asked_at_ms: z.int(),
  /** The lease of the worker that makes the pictures. */
  lease: z.optional(lease),
  /** The number of workers that began and disappeared since the last picture. */
  interrupted_attempts: z._default(z.int(), 0),
  /** Absent until the file was opened. */
  page_count: z.optional(z.int()),
  /** Width and height of the pictures so far, from the first page on; null for a page that cannot be drawn. */
  pages: z._default(z.array(z.nullable(z.tuple([z.int(), z.int()]))), []),
  /** The numbers of pages, from 1 on, on which letters are blank, because the file only names their font. */
  pages_lacking_letters: z._default(z.array(z.int()), []),
  /** The computing time of drawing them, over all invocations. */
  computed_ms: z._default(z.int(), 0),
  /** The reason why there will be no pictures, or no more pictures. */
  refusal: z.optional(z.enum(['password', 'damaged', 'too_many_pages', 'too_costly'])),
  [table.timeToLive]: z.int(),
});
export type PreparedPages = z.infer<typeof preparedPages>;
export type PageRefusal = NonNullable<PreparedPages['refusal']>;
/** What the work on pictures changes. */
export type PagesProgress = Pick<
  PreparedPages,
  'page_count' | 'pages' | 'pages_lacking_letters' | 'computed_ms' | 'refusal'
>;

/** Pictures that were made in another way are made again. Increase this number when a change makes other pictures or texts. */
const wayOfDrawing = 3;
/** Pictures are made again after this time, a day before the bucket removes them. */
const picturesUsedSeconds = (picturesKeptDays - 1) * daySeconds;
/** A message counts as lost if no worker has begun its work after this time. */
const messageLostMilliseconds = 60_000;

/** Reads the state of a version's pictures; undefined when nobody has asked for them lately, or they were made in another way. */
export async function getPreparedPages(version: VersionId, now: number): Promise<PreparedPages | undefined> {
  const found = await readUnexpired(preparedPages, preparedPagesKey(version), now / 1000);
  return found?.way === wayOfDrawing ? found : undefined;
}

/** Reads the state of up to 100 versions' pictures, as `getPreparedPages` does, in one round trip. Versions without one are left out. */
export async function listPreparedPages(
  versions: readonly VersionId[],
  now: number,
): Promise<PreparedPages[]> {
  const found = await readEach(preparedPages, versions.map(preparedPagesKey));
  return found.filter((one) => one.way === wayOfDrawing && one[table.timeToLive] > now / 1000);
}

/** Removes the state of versions' pictures. */
export const removePreparedPages = (versions: readonly VersionId[]): Promise<void> =>
  removeItems(versions.map(preparedPagesKey));

/** Returns whether no more pictures are to be made: all exist, or there will be none. */
export const isPrepared = ({ page_count, pages, refusal }: PreparedPages): boolean =>
  refusal !== undefined || (page_count !== undefined && pages.length >= page_count);

/** Returns the pages that readers get. If a file is too costly, these are the pages that were drawn before. */
export const shownPages = ({ pages, refusal }: PreparedPages): PreparedPages['pages'] =>
  refusal === undefined || refusal === 'too_costly' ? pages : [];

/** Returns whether the first page was drawn, or there will be no picture of it. */
export const hasFirst = (prepared: PreparedPages): boolean =>
  prepared.pages.length > 0 || isPrepared(prepared);

/** Returns whether a worker has to be called: no worker is at work, and no message is on its way. */
export const needsCall = (prepared: PreparedPages | undefined, now: number): boolean =>
  !prepared ||
  (!isPrepared(prepared) &&
    isFree(prepared.lease, now) &&
    prepared.asked_at_ms + messageLostMilliseconds <= now);

/**
 * Records that a worker is called. Returns false when another process has just called a worker, because many people may open a document at
 * the same time.
 */
export function noteCall(
  version: { readonly id: VersionId; readonly document_id: DocumentId },
  seen: PreparedPages | undefined,
  now: number,
): Promise<boolean> {
  const nowSeconds = Math.floor(now / 1000);
  return hasChanged(
    preparedPagesKey(version.id),
    seen
      ? { set: { asked_at_ms: now }, seen: { asked_at_ms: seen.asked_at_ms } }
      : {
          set: {
            version_id: version.id,
            document_id: version.document_id,
            asked_at_ms: now,
            way: wayOfDrawing,
            [table.timeToLive]: nowSeconds + picturesUsedSeconds,
          },
          remove: [
            'lease',
            'interrupted_attempts',
            'page_count',
            'pages',
            'pages_lacking_letters',
            'computed_ms',
            'refusal',
          ],
          // An expired item may still exist.
          when: [`(attribute_not_exists(#way) OR #way <> :drawing OR #${table.timeToLive} <= :nowSeconds)`],
          values: { nowSeconds, drawing: wayOfDrawing },
        },
  );
}

/** Records that a worker sends its message again. Returns false when the state was removed. */
export const notePagesSent = (version: VersionId, now: number): Promise<boolean> =>
  hasChanged(preparedPagesKey(version), { set: { asked_at_ms: now }, when: ['attribute_exists(#pk)'] });

/**
 * Acquires the pictures of a version until this invocation must have ended (epoch milliseconds), and counts the attempt. Returns undefined
 * when another worker has them, or when their state has expired or belongs to another way of drawing.
 */
export async function acquirePages(
  version: VersionId,
  now: number,
  until: number,
): Promise<Leased<PreparedPages> | undefined> {
  const wanted = { id: randomUUID(), until_ms: until };
  const item = await acquireLease(preparedPagesKey(version), wanted, now, {
    add: { interrupted_attempts: 1 },
    when: [`#${table.timeToLive} > :nowSeconds`, '#way = :drawing'],
    values: { nowSeconds: Math.floor(now / 1000), drawing: wayOfDrawing },
  });
  return item && { ...z.parse(preparedPages, item), lease: wanted };
}

/**
 * Replaces the state of the pictures, and releases them when the work is over. Returns false when the lease was lost.
 *
 * @param mayCallAgain whether a reader who wants more pages calls a worker at once. Default: the message counts as on its way
 */
export function noteProgress(
  { version_id, lease }: Leased<PreparedPages>,
  { page_count, pages, pages_lacking_letters, computed_ms, refusal }: Partial<PagesProgress>,
  isOver: boolean,
  mayCallAgain = false,
): Promise<boolean> {
  const set = {
    interrupted_attempts: 0,
    ...(mayCallAgain && { asked_at_ms: 0 }),
    ...(page_count !== undefined && { page_count }),
    ...(pages && { pages }),
    ...(pages_lacking_letters && { pages_lacking_letters }),
    ...(computed_ms !== undefined && { computed_ms }),
    ...(refusal && { refusal }),
  };
  return (isOver ? releaseLease : changeWhileHeld)(preparedPagesKey(version_id), lease, { set });
}
