import * as z from 'zod/mini';
import { dueIndex, filterIndex, listIndex, table } from './table.ts';

/** An item of the table, or its copy in an index. */
export type Item = Record<string, unknown>;

const ofLaterRelease: unique symbol = Symbol('attributes of a later release');

/** Carries the attributes that a later release wrote. A copy made by `{ ...item }` carries them too. */
interface Carrying {
  readonly [ofLaterRelease]?: Item;
}

/** The attributes of an item's key and places. Every replacement of an item writes or removes these. */
const placeAttributes: ReadonlySet<string> = new Set([
  table.partitionKey,
  table.sortKey,
  listIndex.partitionKey,
  listIndex.sortKey,
  dueIndex.partitionKey,
  dueIndex.sortKey,
]);

/** The same attributes, for an item that this release also places in the filter index. */
export const placedInFilter: ReadonlySet<string> = new Set([
  ...placeAttributes,
  filterIndex.partitionKey,
  filterIndex.sortKey,
]);

/**
 * Parses an item that can be replaced. Attributes that the schema does not know come from a later release: during a deployment or after a
 * rollback, the table has items that the later release wrote. The parsed item carries these attributes hidden, and `replacement` writes
 * them again. `placed` names the attributes that every replacement of such an item writes anew. Throws a ZodError.
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

/** Returns the unknown attributes that a parsed item or its copy carries. */
export const attributesOfLaterRelease = <T extends object>(item: T & Carrying): Item =>
  item[ofLaterRelease] ?? {};
