import type { Key } from '../keys/key.ts';
import { writeRepeatables } from './batch.ts';
import { type Item, queryItems } from './read.ts';

/** An item in the partition of another item, to be removed with that item. */
interface Beside {
  readonly key: Key;
  /** The requested attributes of the item. */
  readonly item: Item;
}

/** The largest number of items in one list. A few batches of writes remove them. */
const besideAPage = 100;

/**
 * Lists some of the other items in the partition of the item at a key, sorted by their keys. The list is empty when no other item is left.
 *
 * @param attributes attributes to read besides the keys
 */
export async function listBeside({ pk, sk }: Key, attributes: readonly string[] = []): Promise<Beside[]> {
  const items = await queryItems(
    {
      KeyConditionExpression: 'pk = :pk',
      ProjectionExpression: ['pk', 'sk', ...attributes].join(', '),
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    },
    // The query may also return the item at the key, so it asks for one item more.
    besideAPage + 1,
  );
  return items.map((item) => ({ key: { pk, sk: String(item.sk) }, item })).filter(({ key }) => key.sk !== sk);
}

/** The time for retries. After this time, the worker fails and its message is delivered again. */
const patienceMilliseconds = 5000;

/** Removes items. Repeating the call is harmless. */
export const removeItems = (keys: readonly Key[]): Promise<void> =>
  writeRepeatables(
    keys.map((remove) => ({ remove })),
    patienceMilliseconds,
  );
