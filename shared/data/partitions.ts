import { writeRepeatables } from './batch.ts';
import type { Key } from './keys.ts';
import { type Item, queryItems } from './read.ts';

/** What shares a partition with an item, for removing all of it. */
interface Beside {
  readonly key: Key;
  /** Its attributes, as far as they were asked for. */
  readonly item: Item;
}

/** Pages are as large as a few batches of writes. */
const besideAPage = 100;

/**
 * Lists some of what shares a partition with the item at a key, in its order; nothing when only that is left.
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

/** DynamoDB is asked again for so long before a worker gives up, which its message repeats. */
const patienceMilliseconds = 5000;

/** Removes items. Doing it twice is harmless. */
export const removeItems = (keys: readonly Key[]): Promise<void> =>
  writeRepeatables(
    keys.map((remove) => ({ remove })),
    patienceMilliseconds,
  );
