import { writeRepeatables } from './batch.ts';
import type { Key } from './keys.ts';
import { type Item, queryItems } from './read.ts';

/** An item that shares a partition with another, to be removed with it. */
interface Beside {
  readonly key: Key;
  /** Its requested attributes. */
  readonly item: Item;
}

/** Pages are as large as a few batches of writes. */
const besideAPage = 100;

/**
 * Lists some items that share a partition with the item at a key, in their order; empty when no other item is left.
 *
 * @param attributes are read besides the keys
 */
export async function listBeside({ pk, sk }: Key, attributes: readonly string[] = []): Promise<Beside[]> {
  const items = await queryItems(
    {
      KeyConditionExpression: 'pk = :pk',
      ProjectionExpression: ['pk', 'sk', ...attributes].join(', '),
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    },
    // The item itself may be among them.
    besideAPage + 1,
  );
  return items.map((item) => ({ key: { pk, sk: String(item.sk) }, item })).filter(({ key }) => key.sk !== sk);
}

/** The time for retries before a worker gives up; then its message is delivered again. */
const patienceMilliseconds = 5000;

/** Removes items. Doing it twice is harmless. */
export const removeItems = (keys: readonly Key[]): Promise<void> =>
  writeRepeatables(
    keys.map((remove) => ({ remove })),
    patienceMilliseconds,
  );
