import * as z from 'zod/mini';
import { daySeconds } from '../../contract/days.ts';
import { memory } from '../../runtime/memory.ts';
import { markedListIn, markKey, unsealedList } from '../keys/activity.ts';
import { readItem } from '../table/read.ts';
import { table } from '../table/table.ts';
import { changeIf } from '../table/update.ts';
import { listWaiting, moveEarlier, moveOn, placeIn, type Waiting, waitsUntil } from '../work/waiting.ts';

/**
 * A mark says that a list of activity has new entries to be sealed. Every function that commits entries can write marks, so the sealer
 * does not rely on them: it also checks all chains, which only it writes (`chains.ts`).
 */

/** A process marks a list at most once in this time, and remembers the lists that it has marked. */
const markedForMilliseconds = 60_000;
/** A request makes the id of an entry before it commits the entry, at most 75 seconds earlier. Younger entries are sealed later. */
export const commitDelayMilliseconds = 120_000;
/** After this time, all entries that a mark stands for are old enough to be sealed. */
const dueAfterMilliseconds = markedForMilliseconds + commitDelayMilliseconds;

const marked = memory(() => new Map<string, number>());

/**
 * Marks a list of activity with new entries, once a minute in each process. `commitChange` calls it before it writes the entries. If the
 * stored mark is due later, a second request moves it to the earlier time. Only the sealer moves a mark to a later time. Throws DynamoDB's
 * error.
 */
export async function markList(partition: string, now = Date.now()): Promise<void> {
  if ((marked.current.get(partition) ?? 0) > now) return;
  const key = markKey(partition);
  const place = placeIn(unsealedList, partition, now + dueAfterMilliseconds);
  const mark = await changeIf(key, {
    set: { marked_at_ms: now },
    setOnce: place,
    remove: [table.timeToLive],
    returns: 'ALL_NEW',
  });
  if (mark && !waitsUntil(mark, place)) await moveEarlier(key, place);
  marked.current.set(partition, now + markedForMilliseconds);
}

/** Makes this process mark all lists anew, like a process that has just begun. */
export const forgetMarks = (): void => marked.current.clear();

/** A list with entries to be sealed. Its partition is read from the key, which nobody can change. */
export interface MarkedList extends Waiting {
  readonly partition: string;
}

/** Lists up to `limit` marked lists that are due by `now` (epoch milliseconds), longest waiting first. */
export const listUnsealed = async (now: number, limit: number): Promise<MarkedList[]> =>
  (await listWaiting(unsealedList, now, limit)).map((mark) => ({
    ...mark,
    partition: markedListIn(mark.key),
  }));

const markItem = z.object({ marked_at_ms: z.optional(z.unknown()) });
type MarkItem = z.infer<typeof markItem>;

export const getMark = async (partition: string): Promise<MarkItem> =>
  z.parse(markItem, (await readItem(markKey(partition))) ?? {});

/** A mark expires this long after its list leaves the waiting list. */
const keptSeconds = daySeconds;

/**
 * Removes a list from the waiting list if all entries up to its last mark were scanned (`sealedBefore`). Otherwise moves the list to the
 * time when these entries can be scanned. Times are epoch milliseconds. Changes nothing if another run has moved the mark, or if the mark
 * was made anew.
 */
export async function finishMark(
  mark: MarkedList,
  { marked_at_ms }: MarkItem,
  sealedBefore: number,
  now: number,
): Promise<void> {
  // A mark with a time in the future, or without a time, would wait forever.
  const markedAt = Math.min(Number(marked_at_ms) || 0, now);
  if (sealedBefore < markedAt + markedForMilliseconds) {
    await moveOn(mark.key, mark, Math.max(markedAt, sealedBefore) + dueAfterMilliseconds);
    return;
  }
  await moveOn(mark.key, mark, undefined, {
    set: { [table.timeToLive]: Math.floor(now / 1000) + keptSeconds },
    ...(marked_at_ms === undefined
      ? { when: ['attribute_not_exists(#marked_at_ms)'] }
      : { seen: { marked_at_ms } }),
  });
}
