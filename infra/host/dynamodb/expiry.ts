import type { Attributes, Table } from 'dynalite/db/index.js';
import { daySeconds } from '../days.ts';
import { getTable, itemWrites, readItem, runNow, validate } from './actions.ts';
import type { Changes, Database } from './database.ts';
import { itemPrefix } from './places.ts';
import { readingStore, recordingStore } from './store.ts';
import { timeToLiveOf } from './timeToLive.ts';

/** Items that expired longer ago than this are not removed (Amazon DynamoDB, "How it works: DynamoDB Time to Live"). */
const oldestSeconds = 5 * 365 * daySeconds;

/**
 * Removes the items of a table whose time to live ended by `nowSeconds` (epoch seconds), and the index entries of these items. Searches the
 * stored text first, so that items without a time to live are not parsed.
 */
export async function expireItems(database: Database, name: string, nowSeconds: number): Promise<void> {
  const attribute = timeToLiveOf(database, name);
  if (attribute === undefined) return;
  const table = getTable(readingStore(database), name);
  const sign = `${JSON.stringify(attribute)}:{"N":`;
  const isOver = (item: Attributes | undefined): item is Attributes => {
    const expiresAtSeconds = Number(item?.[attribute]?.N);
    return expiresAtSeconds <= nowSeconds && expiresAtSeconds > nowSeconds - oldestSeconds;
  };
  const prefix = itemPrefix(name);
  for await (const texts of database.texts({ gte: prefix, lt: `${prefix}\xff` })) {
    const expired = texts.flatMap((text): Attributes[] => {
      const item: Attributes | undefined = text.includes(sign) ? JSON.parse(text) : undefined;
      return isOver(item) ? [item] : [];
    });
    await removeAll(database, table, expired, isOver);
  }
}

async function removeAll(
  database: Database,
  table: Table,
  items: readonly Attributes[],
  isOver: (item: Attributes | undefined) => boolean,
): Promise<void> {
  const changes: Changes = new Map();
  const store = recordingStore(database, changes);
  const { DeleteItem } = itemWrites;
  for (const item of items) {
    const Key = Object.fromEntries(
      table.KeySchema.map(({ AttributeName: name }) => [name, item[name] ?? {}]),
    );
    // An update may have extended the item's time meanwhile.
    if (!isOver(readItem(store, table, Key))) continue;
    runNow(DeleteItem, store, validate({ TableName: table.TableName, Key }, DeleteItem.validation, store));
  }
  await database.commit(changes);
}
