import * as z from 'zod/mini';
import type { Key } from '../keys/key.ts';
import type { Item } from '../table/read.ts';
import { type Changes, changeIf, hasChanged } from '../table/update.ts';

/**
 * A lease gives an item to one worker until a time by which the worker must have ended. A killed worker keeps the lease no longer than
 * that. A lease is an attribute of an item, which has the name `lease` if the item has only one lease. Atomic updates change it, and may
 * change other attributes of the item too.
 */
export const lease = z.object({
  /** The id of the worker that holds the lease. */
  id: z.string(),
  until_ms: z.int(),
});
export type Lease = z.infer<typeof lease>;
/** An item whose lease the worker holds. */
export type Leased<T> = T & { readonly lease: Lease };

const onlyOne = 'lease';

/** Returns whether nobody holds a lease. */
export const isFree = (held: Lease | undefined, now: number): boolean =>
  held === undefined || held.until_ms <= now;

/**
 * Acquires a lease and makes the changes. Returns the item after the changes; undefined when another worker holds the lease, or another
 * condition of the changes does not hold. A retry of the same worker gets the same lease.
 */
export const acquireLease = (
  key: Key,
  wanted: Lease,
  now: number,
  { set, when = [], values, ...changes }: Changes = {},
  attribute = onlyOne,
): Promise<Item | undefined> =>
  changeIf(key, {
    ...changes,
    set: { ...set, [attribute]: wanted },
    when: [
      ...when,
      `(attribute_not_exists(#${attribute}) OR #${attribute}.until_ms <= :now OR #${attribute}.id = :holder)`,
    ],
    values: { ...values, now, holder: wanted.id },
    returns: 'ALL_NEW',
  });

/** Makes changes while the worker holds the lease. Returns false when the lease was lost. */
export const changeWhileHeld = (
  key: Key,
  { id }: Lease,
  { when = [], values, ...changes }: Changes,
  attribute = onlyOne,
): Promise<boolean> =>
  hasChanged(key, {
    ...changes,
    when: [...when, `#${attribute}.id = :holder`],
    values: { ...values, holder: id },
  });

/** Releases a lease and makes the changes. Returns false, without changes, when the lease was lost. */
export const releaseLease = (
  key: Key,
  held: Lease,
  { remove = [], ...changes }: Changes = {},
  attribute = onlyOne,
): Promise<boolean> => changeWhileHeld(key, held, { ...changes, remove: [...remove, attribute] }, attribute);
