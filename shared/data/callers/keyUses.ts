import * as z from 'zod/mini';
import { dateTime } from '../../contract/text.ts';
import { keyUseKey } from '../keys/callers.ts';
import { readAll } from '../table/read.ts';
import { changeIf } from '../table/update.ts';

/**
 * The last use of an API key, to the hour. This item has its own partition, so a function that records uses needs no right to write keys.
 * The item is in no index, so that a recorded use causes no writes to indexes.
 */
const keyUse = z.object({ last_used_at: dateTime });

const hourMilliseconds = 3_600_000;

/** Returns the beginning of the hour of `now` (epoch milliseconds). */
export const hourOf = (now: number): string => new Date(now - (now % hourMilliseconds)).toISOString();

/**
 * Records that a key is used in an hour (`hourOf`), unless this or a later hour is recorded. Does not use `commit`, because no decision
 * depends on the recorded hour.
 */
export async function recordKeyUse(uuid: string, hour: string): Promise<void> {
  await changeIf(keyUseKey(uuid), {
    set: { last_used_at: hour },
    when: ['(attribute_not_exists(#pk) OR #last_used_at < :last_used_at)'],
  });
}

/** Returns the hour of the last use of each key, by the key's id. Keys without a recorded use are left out. */
export async function listKeyUses(uuids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const items = await readAll(uuids.map(keyUseKey));
  return new Map(
    uuids.flatMap((uuid, index) =>
      items[index] ? [[uuid, z.parse(keyUse, items[index]).last_used_at]] : [],
    ),
  );
}
