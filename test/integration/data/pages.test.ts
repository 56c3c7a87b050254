import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Ulid } from '../../../shared/contract/identifiers.ts';
import { writeRepeatables } from '../../../shared/data/table/batch.ts';
import { firstUlidAt } from '../../../shared/data/table/ids.ts';
import {
  type ListPage,
  type ListRange,
  listPageOf,
  type MergedList,
  readLists,
} from '../../../shared/data/table/listPages.ts';
import type { Item } from '../../../shared/data/table/read.ts';
import { searchPage } from '../../../shared/data/table/searchPage.ts';
import { filterIndex } from '../../../shared/data/table/table.ts';
import { Recorder } from '../../support/stages/recorder.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { watchClients } from '../../support/stages/watchClients.ts';

const { catchUp } = await sharedStage();
const recorder = new Recorder();
afterAll(await watchClients(recorder, ['dynamodb']));

const ulidAt = (time: number): Ulid => firstUlidAt(time);
const count = 2500;

/** Items at the times 1 to 2,500. Every fifth item from 1,200 on is red; every third item is in the second list. */
const isRed = (time: number) => time % 5 === 0 && time >= 1200;
const partitionOf = (time: number) => (time % 3 === 0 ? 'EVENTS#two' : 'EVENTS#one');
const lists: MergedList[] = [
  { index: filterIndex, partition: 'EVENTS#one' },
  { index: filterIndex, partition: 'EVENTS#two' },
];

beforeAll(async () => {
  const items = Array.from({ length: count }, (_, index) => {
    const time = index + 1;
    const colour = isRed(time) ? 'red' : 'blue';
    return {
      put: {
        pk: 'PAGES',
        sk: `ITEM#${ulidAt(time)}`,
        time,
        colour,
        [filterIndex.partitionKey]: partitionOf(time),
        [filterIndex.sortKey]: `${ulidAt(time)}#${colour}`,
      },
    };
  });
  // A busy machine could take longer to write all items at once than a request may take.
  for (let first = 0; first < count; first += 250)
    await writeRepeatables(items.slice(first, first + 250), 5000);
  await catchUp();
});

const isRedPlace = (item: Item) => String(item[filterIndex.sortKey]).endsWith('#red');

async function readListPage(
  from: readonly MergedList[],
  range: ListRange,
  chosen: (item: Item) => boolean,
  most?: number,
) {
  const { items, end } = await readLists(from, range, most);
  return listPageOf(
    items.filter(({ item }) => chosen(item)),
    end,
    range.limit,
  );
}

/** Reads all pages. Returns the sizes of the pages, the number of requests of each page, and all items. */
async function readAll(
  from: readonly MergedList[],
  range: ListRange,
  chosen: (item: Item) => boolean,
  most?: number,
) {
  const sizes: number[] = [];
  const found: Item[] = [];
  recorder.take();
  let after: Ulid | undefined;
  do {
    const page = await recorder.around('page', () => readListPage(from, { ...range, after }, chosen, most));
    sizes.push(page.items.length);
    found.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  const calls = recorder.take().map(({ calls }) => calls.length);
  return { sizes, calls, found };
}

const numbers = Array.from({ length: count }, (_, index) => count - index);

describe('pages', () => {
  test('examine 1,000 items in one request, and may be short or empty before the last', async () => {
    const list = [{ partition: 'PAGES', prefix: 'ITEM#' }];

    const { sizes, calls, found } = await readAll(list, { limit: 100 }, ({ colour }) => colour === 'red');

    expect(found.map(({ time }) => time)).toEqual(numbers.filter(isRed));
    expect(sizes).toEqual([100, 100, 61, 0]);
    expect(calls).toEqual([1, 1, 1, 1]);
  });

  test('of merged lists have all items, also where one list was cut earlier than the other', async () => {
    const { calls, found } = await readAll(lists, { limit: 100 }, isRedPlace);

    expect(found.map((item) => item.sk)).toEqual(numbers.filter(isRed).map((time) => `ITEM#${ulidAt(time)}`));
    expect(new Set(calls)).toEqual(new Set([2]));
  });

  test('begin at the requested place', async () => {
    const since = { from: ulidAt(2400), limit: 30 };

    const { sizes, found } = await readAll(lists, since, () => true);

    expect(found.map((item) => item.sk)).toEqual(
      numbers.filter((time) => time >= 2400).map((time) => `ITEM#${ulidAt(time)}`),
    );
    expect(sizes).toEqual([30, 30, 30, 11]);
    expect(await readListPage(lists, { ...since, after: ulidAt(2399) }, () => true)).toEqual({ items: [] });
  });
});

describe('pages of a search', () => {
  const wantedOnly = (item: Item) => (isRedPlace(item) ? item : undefined);
  /** Reads all pages. Returns the keys of their items. */
  async function search(limit: number, within?: MergedList): Promise<unknown[]> {
    const found: Item[] = [];
    let after: Ulid | undefined = firstUlidAt(Infinity);
    while (after) {
      const page: ListPage<Item> = await searchPage({
        lists,
        within,
        range: { after, limit },
        choose: wantedOnly,
      });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      found.push(...page.items);
      after = page.next;
    }
    return found.map(({ sk }) => sk);
  }
  const keysOf = (times: readonly number[]) => times.map((time) => `ITEM#${ulidAt(time)}`);

  test.for([1000, 60])('have all wanted items of lists of different lengths, %i on a page', async (limit) => {
    expect(await search(limit)).toEqual(keysOf(numbers.filter(isRed)));
  });

  test('have only items whose places are in another list too', async () => {
    const within = { index: filterIndex, partition: 'EVENTS#two' };

    expect(await search(1000, within)).toEqual(
      keysOf(numbers.filter((time) => isRed(time) && time % 3 === 0)),
    );
  });

  // Threat: A title or a search takes much computing time
  test('end after 50 items when their time is up, and leave no item out', async () => {
    // Requests are signed by this clock, so it begins with the real time.
    let now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const looked: unknown[] = [];
    const sizes: number[] = [];
    let after: Ulid | undefined = ulidAt(400);
    while (after) {
      const before = looked.length;
      const choose = ({ sk }: Item) => {
        now += 40;
        looked.push(sk);
        return undefined;
      };
      const page: ListPage<Item> = await searchPage<Item>({
        lists,
        range: { after, limit: 100 },
        choose,
      });
      sizes.push(looked.length - before);
      after = page.next;
    }

    expect(looked).toEqual(keysOf(numbers.filter((time) => time < 400)));
    expect(sizes).toEqual([50, 50, 50, 50, 50, 50, 50, 49]);
  });

  test('begin at the requested place', async () => {
    const range = { from: ulidAt(2400), after: ulidAt(2450), limit: 100 };

    const { items, next } = await searchPage({ lists, range, choose: wantedOnly });

    expect(items.map(({ sk }) => sk)).toEqual(
      keysOf(numbers.filter((time) => isRed(time) && time >= 2400 && time < 2450)),
    );
    expect(next).toBeUndefined();
  });
});
