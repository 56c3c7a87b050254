import * as z from 'zod/mini';
import { markedListIn, markKey, unsealedList } from './keys.ts';
import { readItem } from './read.ts';
import { table } from './table.ts';
import { changeIf } from './update.ts';
import { listWaiting, moveEarlier, moveOn, placeIn, type Waiting, waitsUntil } from './waiting.ts';

/**
 * The mark of a list of activity says that the list has something new to be sealed. Every function that commits entries writes marks, so
 * nothing rests on them: the sealer also looks at all chains, which it alone writes (`chains.ts`).
 */

/** A process marks a list so often at most: it remembers which it has marked. */
const markedForMilliseconds = 60_000;
/** Identifiers are made in the requests that commit them, the longest of which take 75 seconds. What is younger is left for later. */
export const settlingMilliseconds = 120_000;
/** By then, all that a mark stands for is old enough. */
const dueAfterMilliseconds = markedForMilliseconds + settlingMilliseconds;

const marked = new Map<string, number>();

/**
 * Marks a list of activity as one with something new. Whoever commits an entry does so before the commit is answered, beside other
 * calls: once a minute in each process. A mark that waits for longer than this one would is moved to an earlier time, with a second
 * request: nobody but the sealer moves it to a later time. Throws DynamoDB's error.
 */
export async function markList(partition: string, now = Date.now()): Promise<void> {
  if ((marked.get(partition) ?? 0) > now) return;
  const key = markKey(partition);
  const place = placeIn(unsealedList, partition, now + dueAfterMilliseconds);
  const mark = await changeIf(key, {
    set: { marked_at_ms: now },
    setOnce: place,
    remove: [table.timeToLive],
    returns: 'ALL_NEW',
  });
  if (mark && !waitsUntil(mark, place)) await moveEarlier(key, place);
  marked.set(partition, now + markedForMilliseconds);
}

/** Has this process mark all lists anew, as a process does that has just begun. */
export const forgetMarks = (): void => marked.clear();

/** A list with something to be sealed. Its name is in the key, which nobody can change. */
export interface MarkedList extends Waiting {
  readonly partition: string;
}

/** Lists up to `limit` lists that it is time for by `now` (epoch milliseconds), those that wait longest first. */
export const listUnsealed = async (now: number, limit: number): Promise<MarkedList[]> =>
  (await listWaiting(unsealedList, now, limit)).map((mark) => ({
    ...mark,
    partition: markedListIn(mark.key),
  }));

const markItem = z.object({ marked_at_ms: z.optional(z.unknown()) });
type MarkItem = z.infer<typeof markItem>;

export const getMark = async (partition: string): Promise<MarkItem> =>
  z.parse(markItem, (await readItem(markKey(partition))) ?? {});

/** What is left of a settled mark goes after so many seconds. */
const settledSeconds = 24 * 60 * 60;

/**
 * Removes a list from the waiting list once everything up to its last mark was looked for, which `sealedBefore` decides; or moves it
 * to when that will be so. Both are epoch milliseconds. A mark that is not as it was listed and read stays: another run settled it, or it was made anew.
 */
export async function settleMark(
  mark: MarkedList,
  { marked_at_ms }: MarkItem,
  sealedBefore: number,
  now: number,
): Promise<void> {
  // A mark of the future, or of no time, would wait for ever.
  const markedAt = Math.min(Number(marked_at_ms) || 0, now);
  if (sealedBefore < markedAt + markedForMilliseconds) {
    await moveOn(mark.key, mark, Math.max(markedAt, sealedBefore) + dueAfterMilliseconds);
    return;
  }
  await moveOn(mark.key, mark, undefined, {
    set: { [table.timeToLive]: Math.floor(now / 1000) + settledSeconds },
    ...(marked_at_ms === undefined
      ? { when: ['attribute_not_exists(#marked_at_ms)'] }
      : { seen: { marked_at_ms } }),
  });
}
