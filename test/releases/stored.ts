import { join } from 'node:path';
import { startDynamoDb } from '../../infra/host/dynamodb/server.ts';
import { Table } from '../support/stages/table.ts';

/** A store by itself asks for no signature. */
const anybody = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Looks into the table of a data directory that no service uses. */
export async function storedIn<T>(dataDirectory: string, look: (table: Table) => Promise<T>): Promise<T> {
  const store = await startDynamoDb({ directory: join(dataDirectory, 'dynamodb') });
  try {
    return await look(await Table.at(store.endpoint, anybody));
  } finally {
    await store.close();
  }
}

export type Unfinished = Readonly<Record<'versions' | 'events' | 'lanes' | 'places', number>>;

/** Counts what is left to be done, of each kind. */
export async function countUnfinished(table: Table): Promise<Unfinished> {
  const items = await table.everything();
  const isDue = (name: string) =>
    items.filter((item) => item.sk.startsWith(name) && item.due_at_ms !== undefined);
  return {
    versions: isDue('VERSION#').length,
    events: isDue('EVENT').length,
    lanes: isDue('LANE').length,
    places: items.filter(({ sk }) => sk.startsWith('SCHEDULE#')).length,
  };
}

/** The ends of things, in seconds since the epoch. */
const ends = ['expires_at_seconds', 'ends_at_seconds'];

/** Longer than anybody has work to themselves, and than work that was sent is taken to be on its way. */
const longEnoughMilliseconds = 60 * 60_000;

/**
 * Has a data directory of a release look as if that had ended an hour ago: what would have expired since then has not, the
 * requests of its last minute count now, and webhooks go to the port `to` instead of `from`. Nothing else is touched.
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
      if (typeof item.url === 'string')
        await table.set(item, 'url', item.url.replace(`:${from}/`, `:${to}/`));
    }
    await countNow(table);
    await table.letTimePass(longEnoughMilliseconds);
  });

/** Longer than a service takes to answer on a busy machine. */
const minutesToStart = 5;

/** A window has its minute in its key, and this one may be over before the service answers. */
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
