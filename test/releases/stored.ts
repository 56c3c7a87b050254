import { join } from 'node:path';
import { startDynamoDb } from 'assembly-host/dynamodb/server';
import { Table } from '../support/stages/table.ts';

/** A store without a host accepts any signature. */
const anybody = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Reads the table of a data directory that no service uses. */
export async function storedIn<T>(dataDirectory: string, look: (table: Table) => Promise<T>): Promise<T> {
  const store = await startDynamoDb({ directory: join(dataDirectory, 'dynamodb') });
  try {
    return await look(await Table.at(store.endpoint, anybody));
  } finally {
    await store.close();
  }
}

export type Unfinished = Readonly<Record<'versions' | 'events' | 'lanes' | 'places', number>>;

/**
 * Counts the work that is left, by kind. Versions whose text is not kept yet do not count: workers of a release before 1.1.0 make no texts, and
 * leave them to a later release.
 */
export async function countUnfinished(table: Table): Promise<Unfinished> {
  const items = await table.everything();
  const isDue = (name: string) =>
    items.filter((item) => item.sk.startsWith(name) && item.due_at_ms !== undefined);
  return {
    versions: isDue('VERSION#').filter(({ text }) => text !== 'due').length,
    events: isDue('EVENT').length,
    lanes: isDue('LANE').length,
    places: items.filter(({ sk }) => sk.startsWith('SCHEDULE#')).length,
  };
}

/** Attributes with a time of expiry, in epoch seconds. */
const ends = ['expires_at_seconds', 'ends_at_seconds'];

/** Attributes of a session from which its end also follows, by the settings of the stage. */
const sessionTimes = ['created_at', 'last_used_at'];

/** Longer than any lease, and than the wait before the sweep sends a message again. */
const longEnoughMilliseconds = 60 * 60_000;

/**
 * Moves the times of a data directory, as if the release had ended an hour ago. Items that have expired since then are valid again,
 * the requests of the last minute count now, and webhooks go to the port `to` instead of `from`. Changes nothing else.
 */
export const broughtToNow = (
  dataDirectory: string,
  endedAt: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> =>
  storedIn(dataDirectory, async (table) => {
    const passedSeconds = Math.ceil((Date.now() - Date.parse(endedAt)) / 1000);
    for (const item of await table.everything()) {
      for (const end of ends) {
        const at = item[end];
        if (typeof at === 'number') await table.set(item, end, at + passedSeconds);
      }
      for (const time of item.pk.startsWith('SESSION#') ? sessionTimes : []) {
        const at = Date.parse(String(item[time])) + passedSeconds * 1000;
        await table.set(item, time, new Date(at).toISOString());
      }
      if (typeof item.url === 'string')
        await table.set(item, 'url', item.url.replace(`:${from}/`, `:${to}/`));
    }
    await countNow(table);
    await table.letTimePass(longEnoughMilliseconds);
  });

/** Longer than the start of a service on a busy machine. */
const minutesToStart = 5;

/**
 * Copies the counts of the last minute to the next minutes. The key of a count contains its minute, which may end before the
 * service answers.
 */
async function countNow(table: Table): Promise<void> {
  const windows = (await table.everything()).filter(({ sk }) => sk === 'RATE');
  const minuteOf = (pk: string) => Number(pk.split('#').at(-1));
  const last = Math.max(...windows.map(({ pk }) => minuteOf(pk)));
  const now = Math.floor(Date.now() / 60_000);
  for (const { pk, sk, ...counts } of windows.filter((window) => minuteOf(window.pk) === last))
    for (let minute = now; minute <= now + minutesToStart; minute += 1)
      for (const [name, value] of Object.entries(counts))
        await table.set({ pk: pk.replace(/\d+$/, String(minute)), sk }, name, value);
}
