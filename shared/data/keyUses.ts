import * as z from 'zod/mini';
import { dateTime } from '../contract/text.ts';
import { keyUseKey } from './keys.ts';
import { readItems } from './read.ts';
import { updateIf } from './update.ts';

/**
 * The last use of an API key, to the hour. It has a partition of its own, so that whoever records it needs no right to write
 * keys, and no index: what is written with use is not copied.
 */
const keyUse = z.object({ last_used_at: dateTime });

const hourMilliseconds = 3_600_000;

/** Returns the beginning of the hour of `now` (epoch milliseconds). */
export const hourOf = (now: number): string => new Date(now - (now % hourMilliseconds)).toISOString();

/**
 * Records that a key is used in an hour (`hourOf`), unless that or a later one is recorded. (Not through `commit`: nothing is
 * decided on it.)
 */
export async function recordKeyUse(uuid: string, hour: string): Promise<void> {
  await updateIf(keyUseKey(uuid), {
    UpdateExpression: 'SET last_used_at = :hour',
    ConditionExpression: 'attribute_not_exists(pk) OR last_used_at < :hour',
    ExpressionAttributeValues: { ':hour': hour },
  });
}

/** BatchGetItem's limit (Amazon DynamoDB, "BatchGetItem"). */
const keysARead = 100;

/** Returns the hours in which keys were last used, by the keys' ids. Those without a recorded use are left out. */
export async function listKeyUses(uuids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const uses = new Map<string, string>();
  for (let start = 0; start < uuids.length; start += keysARead) {
    const read = uuids.slice(start, start + keysARead);
    const items = await readItems(...read.map(keyUseKey));
    for (const [index, uuid] of read.entries())
      if (items[index]) uses.set(uuid, z.parse(keyUse, items[index]).last_used_at);
  }
  return uses;
}
