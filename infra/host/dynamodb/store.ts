import { Readable, Stream } from 'node:stream';
import type { Callback, KeyRange, Store, SubDatabase, Table, ValueStream } from 'dynalite/db/index.js';
import db from 'dynalite/db/index.js';
import type { Changes, Database } from './database.ts';
import { apiError } from './errors.ts';
import { indexPrefix, itemPrefix, placeOf, tagPrefix } from './places.ts';
import type { ReadLag } from './readLag.ts';

// Sorts after every character that dynalite puts in a key.
const afterAllKeys = '\xff';

interface View {
  database: Database;
  /** Undefined: the table must be read like any other value. */
  tableOnDisk(key: string): unknown;
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  /** Returns the values of a range that are read in an earlier state. Default: none */
  behind?(range: KeyRange): ReadonlyMap<string, unknown> | undefined;
}

/**
 * Returns dynalite's store as a view of the disk. With a lag, reads of tables other than `consistentTables` may see earlier values.
 * Writing throws.
 */
export function readingStore(
  database: Database,
  lag?: ReadLag,
  consistentTables?: ReadonlySet<string>,
): Store {
  const isConsistent = (key: string) => consistentTables?.has(placeOf(key)?.table ?? '');
  return createStore({
    database,
    tableOnDisk: (key) => database.cachedValue(key),
    get: (key) => {
      const behind = lag && !isConsistent(key) ? lag.valueBehind(key) : undefined;
      return behind ? behind.value : database.durableValue(key);
    },
    set: () => {
      throw new Error('a read must not write');
    },
    behind: (range) => lag?.valuesBehind(range),
  });
}

/**
 * Returns dynalite's store as a view that collects writes, so that an item and its index entries are committed together. Point
 * reads see the latest state and the collected changes. Streams see the disk.
 */
export function recordingStore(database: Database, changes: Changes): Store {
  return createStore({
    database,
    tableOnDisk: (key) => (changes.has(key) ? undefined : database.cachedValue(key)),
    get: (key) => (changes.has(key) ? changes.get(key) : database.latestValue(key)),
    set: (key, value) => changes.set(key, value),
  });
}

function createStore(view: View): Store {
  const tableDb = Object.assign(subDatabase(view, 'table~'), {
    awsAccountId: '000000000000',
    awsRegion: process.env.AWS_REGION ?? 'us-east-1',
  });
  return {
    options: { createTableMs: 0, deleteTableMs: 0, updateTableMs: 0, maxItemSize: db.MAX_SIZE },
    tableDb,
    getTable: (name, checkStatus, callback) => {
      const respond = typeof checkStatus === 'function' ? checkStatus : callback;
      const key = `table~${name}`;
      // Actions on tables accept any status. They change the table object, so they do not get the cached one.
      const onDisk = checkStatus === false ? undefined : view.tableOnDisk(key);
      const table = (onDisk ?? view.get(key)) as Table | undefined;
      if (table) return respond?.(null, table);
      const detail = checkStatus ? '' : `: Table: ${name} not found`;
      respond?.(
        apiError('ResourceNotFoundException', `Requested resource not found${detail}`, 'NotFoundError'),
      );
    },
    getItemDb: (table) => subDatabase(view, itemPrefix(table)),
    getIndexDb: (type, table, index) => subDatabase(view, indexPrefix(type, table, index)),
    getTagDb: (table) => subDatabase(view, tagPrefix(table)),
    deleteItemDb: (table, callback) => deleteAll(view, itemPrefix(table), callback),
    deleteIndexDb: (type, table, index, callback) =>
      deleteAll(view, indexPrefix(type, table, index), callback),
    deleteTagDb: (table, callback) => deleteAll(view, tagPrefix(table), callback),
  };
}

// Callbacks run before the call returns. An action on single keys is therefore synchronous, which isolates it from all others.
function subDatabase(view: View, prefix: string): SubDatabase {
  return {
    get: (key, callback) => callback(null, view.get(prefix + key)),
    put: (key, value, callback) => {
      view.set(prefix + key, value);
      callback(null);
    },
    del: (key, callback) => {
      view.set(prefix + key, undefined);
      callback(null);
    },
    batch: (operations, callback) => {
      for (const { type, key, value } of operations)
        view.set(prefix + key, type === 'del' ? undefined : value);
      callback(null);
    },
    createKeyStream: (range) => Readable.from(keysWithoutPrefix(view, prefix, range)),
    createValueStream: (range) => valuesOf(view, prefixed(prefix, range)),
    readTexts: (range, tooLong) => readTexts(view, prefixed(prefix, range), tooLong),
    lock: (_key, run) => run((callback) => callback),
  };
}

/** Implements the parts of a stream that dynalite uses: the events for values, the end and errors, and `destroy`. */
function valuesOf({ database, behind }: View, range: KeyRange): ValueStream {
  // dynalite checks that the object is an instance of Stream.
  const stream = new Stream();
  let isWanted = true;
  const emitAll = async (): Promise<void> => {
    const earlier = behind?.(range);
    const batches = earlier?.size ? [await database.valuesBehind(range, earlier)] : database.values(range);
    for await (const values of batches) {
      for (const value of values) if (isWanted) stream.emit('data', value);
      if (!isWanted) return;
    }
    stream.emit('end');
  };
  // The first values arrive after the caller has added its listeners.
  emitAll().catch((error) => isWanted && stream.emit('error', error));
  return Object.assign(stream, {
    destroy: () => {
      isWanted = false;
    },
  });
}

async function readTexts(
  { database, behind }: View,
  range: KeyRange,
  tooLong: number,
): Promise<string[] | undefined> {
  const earlier = behind?.(range);
  if (!earlier?.size) return database.readTexts(range, tooLong);
  const texts = (await database.valuesBehind(range, earlier)).map((value) => JSON.stringify(value));
  return texts.reduce((length, text) => length + text.length, 0) < tooLong ? texts : undefined;
}

function prefixed(prefix: string, { gt, gte, lt, lte, ...order }: KeyRange = {}): KeyRange {
  return {
    ...order,
    ...(gt === undefined ? { gte: prefix + (gte ?? '') } : { gt: prefix + gt }),
    ...(lte === undefined ? { lt: prefix + (lt ?? afterAllKeys) } : { lte: prefix + lte }),
  };
}

async function* keysWithoutPrefix(view: View, prefix: string, range?: KeyRange): AsyncGenerator<string> {
  for await (const key of view.database.keys(prefixed(prefix, range))) yield key.slice(prefix.length);
}

function deleteAll(view: View, prefix: string, callback: Callback): void {
  const collect = async () => {
    for await (const key of view.database.keys(prefixed(prefix))) view.set(key, undefined);
  };
  collect().then(() => callback(null), callback);
}
