import * as z from 'zod/mini';
import { dueIndex, filterIndex, listIndex, table } from './table.ts';

/** An item of the table, or its copy in an index. */
export type Item = Record<string, unknown>;

const ofLaterRelease: unique symbol = Symbol('attributes of a later release');

/** The attributes that a later release wrote. Copies made by `{ ...item }` have them too. */
interface Carrying {
  readonly [ofLaterRelease]?: Item;
}

/** The attributes that every replacement of an item writes or removes: its key and its places. */
const placeAttributes: ReadonlySet<string> = new Set([
  table.partitionKey,
  table.sortKey,
  listIndex.partitionKey,
  listIndex.sortKey,
  dueIndex.partitionKey,
  dueIndex.sortKey,
]);

/** The same for items that this release places in the filter index. */
export const placedInFilter: ReadonlySet<string> = new Set([
  ...placeAttributes,
  filterIndex.partitionKey,
  filterIndex.sortKey,
]);

/**
 * Parses an item that can be replaced. Attributes that its schema does not know come from a later release, whose functions run beside
 * these during a deployment or before a rollback. They are kept hidden, for `replacement`. `placed`: attributes that every replacement of
 * such an item writes anew. Throws a ZodError.
 */
export function parseItem<S extends z.ZodMiniObject>(
  schema: S,
  item: Item,
  placed = placeAttributes,
): z.output<S> {
  const parsed: z.output<S> & Carrying = z.parse(schema, item);
  let others: Item | undefined;
  for (const name in item)
    if (!Object.hasOwn(schema.shape, name) && !placed.has(name)) others = { ...others, [name]: item[name] };
  return others ? { ...parsed, [ofLaterRelease]: others } : parsed;
}

/** Returns the unknown attributes that a parsed item, or a copy of one, carries. */
export const attributesOfLaterRelease = <T extends object>(item: T & Carrying): Item =>
  item[ofLaterRelease] ?? {};
