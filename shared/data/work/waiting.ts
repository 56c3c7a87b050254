import * as z from 'zod/mini';
import type { Key } from '../keys/key.ts';
import { type Item, inIndex, queryAs } from '../table/read.ts';
import { filterIndex } from '../table/table.ts';
import { type Changes, hasChanged } from '../table/update.ts';

/**
 * An item in a waiting list. The list is a partition of the filter index, sorted by the time when the item's work is due. Every step of a
 * run moves its item to another place in the list. So if several runs have listed the item, only one of them can make the step.
 */
export interface Waiting {
  readonly key: Key;
  readonly name: string;
  readonly place: string;
  readonly dueAtMilliseconds: number;
}

const placeOf = (name: string, dueAtMilliseconds: number): string =>
  `${String(dueAtMilliseconds).padStart(15, '0')}#${name}`;

/** Returns the attributes that put an item into a list. `name` identifies the item, because the index has keys only. */
export const placeIn = (list: string, name: string, dueAtMilliseconds: number): Item => ({
  [filterIndex.partitionKey]: list,
  [filterIndex.sortKey]: placeOf(name, dueAtMilliseconds),
});

const place = z.object({ pk: z.string(), sk: z.string(), [filterIndex.sortKey]: z.string() });

/** Lists up to `limit` items that are due by `now` (epoch milliseconds), longest waiting first. */
export async function listWaiting(list: string, now: number, limit: number): Promise<Waiting[]> {
  const query = inIndex(filterIndex, list, '#sort < :end', { ':end': placeOf('', now + 1) });
  return (await queryAs(place, query, limit)).map(({ pk, sk, [filterIndex.sortKey]: found }) => {
    const end = found.indexOf('#');
    const name = found.slice(end + 1);
    return { key: { pk, sk }, name, place: found, dueAtMilliseconds: Number(found.slice(0, end)) };
  });
}

/** Returns whether an item waits in the list of `place`, at this place or an earlier one. */
export const waitsUntil = (item: Item, place: Item): boolean =>
  item[filterIndex.partitionKey] === place[filterIndex.partitionKey] &&
  String(item[filterIndex.sortKey]) <= String(place[filterIndex.sortKey]);

/** Moves an item to a place in a list, unless the item is already at this place or at an earlier one. */
export const moveEarlier = (key: Key, place: Item): Promise<boolean> =>
  hasChanged(key, {
    set: place,
    when: [
      `(#${filterIndex.partitionKey} <> :${filterIndex.partitionKey} OR ` +
        `#${filterIndex.sortKey} > :${filterIndex.sortKey})`,
    ],
  });

/**
 * Changes an item that still waits at the place where it was listed, and moves it to its next time (epoch milliseconds). If the next time
 * is undefined, the item leaves the list. Returns false when another run has moved the item, or when another condition of the changes
 * fails.
 */
export const moveOn = (
  key: Key,
  { name, place }: Waiting,
  nextMilliseconds: number | undefined,
  { set, seen, remove = [], ...changes }: Changes = {},
): Promise<boolean> =>
  hasChanged(key, {
    ...changes,
    seen: { ...seen, [filterIndex.sortKey]: place },
    ...(nextMilliseconds === undefined
      ? { set: set ?? {}, remove: [...remove, filterIndex.partitionKey, filterIndex.sortKey] }
      : { set: { ...set, [filterIndex.sortKey]: placeOf(name, nextMilliseconds) }, remove }),
  });
