import { isDeepStrictEqual } from 'node:util';
import type { Attributes } from 'dynalite/db/index.js';
import db from 'dynalite/db/index.js';
import type { Changes, Database } from './database.ts';
import { placeOf } from './places.ts';

export type CapacityDetail = 'TOTAL' | 'INDEXES' | 'NONE';

/** The capacity units of a table. The units of its indexes are separate. */
interface Units {
  table: number;
  readonly indexes: Map<string, number>;
}

export class Capacity {
  readonly #tables = new Map<string, Units>();

  add(tableName: string, units: number, index?: string): this {
    const used = this.#tables.get(tableName) ?? { table: 0, indexes: new Map<string, number>() };
    this.#tables.set(tableName, used);
    if (index === undefined) used.table += units;
    else if (units > 0) used.indexes.set(index, (used.indexes.get(index) ?? 0) + units);
    return this;
  }

  /** Returns ConsumedCapacity for each table, in the form of responses. Transactions also state the kind of units. */
  describe(detail: CapacityDetail | undefined, kind?: 'Read' | 'Write'): object[] | undefined {
    if (detail !== 'TOTAL' && detail !== 'INDEXES') return undefined;
    const described = (units: number) => ({
      CapacityUnits: units,
      ...(kind && { [`${kind}CapacityUnits`]: units }),
    });
    return Array.from(this.#tables, ([TableName, { table, indexes }]) => ({
      TableName,
      ...described([...indexes.values()].reduce((sum, units) => sum + units, table)),
      ...(detail === 'INDEXES' && {
        Table: described(table),
        ...(indexes.size > 0 && {
          GlobalSecondaryIndexes: Object.fromEntries(
            Array.from(indexes, ([name, units]) => [name, described(units)]),
          ),
        }),
      }),
    }));
  }
}

/**
 * Counts uncommitted changes as AWS bills them: an item at the larger of its sizes before and after, and each changed entry of an
 * index at its own size. An entry that moves counts as a deletion and a put (Amazon DynamoDB Developer Guide, "Using Global
 * Secondary Indexes").
 *
 * @param timesItem 2 for a transaction, which writes every item twice (to prepare and to commit) and index entries once
 */
export function capacityOf(changes: Changes, database: Database, timesItem: 1 | 2 = 1): Capacity {
  const capacity = new Capacity();
  for (const [key, value] of changes) {
    const place = placeOf(key);
    if (!place) continue;
    const before = database.latestValue(key) as Attributes | undefined;
    const after = asStored(value);
    if (place.index === undefined) capacity.add(place.table, timesItem * writeUnits(before, after));
    else if (!isDeepStrictEqual(before, after))
      capacity.add(place.table, writeUnits(before, after), place.index);
  }
  return capacity;
}

/**
 * Returns the units of a write. The larger of the item before and the item after counts. A missing item counts as an item of the smallest
 * size.
 */
export const writeUnits = (before: Attributes | undefined, after: Attributes | undefined): number =>
  Math.max(db.capacityUnits(before, false, true), db.capacityUnits(after, false, true));

const asStored = (value: unknown): Attributes | undefined =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

interface ReadUnits {
  CapacityUnits: number;
}

interface ReadResult {
  ConsumedCapacity?: ReadUnits & {
    readonly Table?: ReadUnits;
    readonly GlobalSecondaryIndexes?: Readonly<Record<string, ReadUnits>>;
    readonly LocalSecondaryIndexes?: Readonly<Record<string, ReadUnits>>;
  };
}

/** Adds the minimum cost of a read, which dynalite omits when nothing is found. */
export function withSmallestRead(result: unknown, isConsistent: unknown): unknown {
  const { ConsumedCapacity: consumed } = result as ReadResult;
  if (consumed?.CapacityUnits !== 0) return result;
  const { Table, GlobalSecondaryIndexes, LocalSecondaryIndexes } = consumed;
  const [index] = Object.values({ ...GlobalSecondaryIndexes, ...LocalSecondaryIndexes });
  for (const units of [consumed, index ?? Table])
    if (units) units.CapacityUnits = isConsistent === true ? 1 : 0.5;
  return result;
}
