import { setTimeout as pause } from 'node:timers/promises';
import type { Ulid } from '../../contract/identifiers.ts';
import {
  type ListPage,
  type ListRange,
  type LookedAt,
  listPageOf,
  lookCounting,
  type MergedList,
  merged,
  type Placed,
} from './listPages.ts';
import type { Item } from './read.ts';

/**
 * Pages of merged lists with a filter that may leave out almost everything. A page takes as many requests as its read units and its time
 * allow, so it may be short or empty while more follow.
 */

/** The items of a list that one request reads. With few items, other callers' requests come in between. */
const itemsARequest = 500;
/** The most read units of a request: it reads 1 MB at most, eventually consistent (Amazon DynamoDB, "Query"). */
const unitsARequest = 128;
/** The read units of a page, of 1,000 units for a request. The authorizer and the other reads of an operation have the rest. */
const unitsAPage = 950;
/**
 * A partition takes 3,000 read units a second (Amazon DynamoDB, "Partitions"). Three searches of an organization at the same time leave a
 * quarter of these units to other requests.
 */
const unitsASecond = 750;
/** No request begins that would end after this time, so that a page takes less than 2 seconds. */
const millisecondsAPage = 1500;
/** `choose` may take long. So after each of so many items, the page ends if its time is up. */
const itemsAClockCheck = 50;

interface Search<T> {
  readonly lists: readonly MergedList[];
  /** A list with the positions of all items that `choose` may return a value for. Default: they may be anywhere */
  readonly within?: MergedList | undefined;
  readonly range: ListRange & { readonly after: Ulid };
  /** The read units that the caller needs for each page. Default: none */
  readonly reservedUnits?: number;
  /** Returns the value of a wanted item; undefined leaves an item out. */
  readonly choose: (item: Item) => T | undefined;
}

/** Reads a page of the values that `choose` returns, newest first. An item that has just moved counts once, as `readLists` says. */
export async function searchPage<T>(search: Search<T>): Promise<ListPage<T>> {
  const { range, reservedUnits = 0, choose } = search;
  const begun = performance.now();
  const chosen: Placed<T>[] = [];
  const lists = search.lists.map((list) => new Reading(list, range));
  const within = search.within && new Reading(search.within, range);
  const all = within ? [...lists, within] : lists;
  let slowestMilliseconds = 0;
  for (;;) {
    const readFrom = performance.now();
    await Promise.all(all.map((reading) => reading.readIfUsed()));
    slowestMilliseconds = Math.max(slowestMilliseconds, performance.now() - readFrom);
    const { items, end } = common(lists, within);
    for (const [index, { position, item }] of items.entries()) {
      const isChecked = index > 0 && index % itemsAClockCheck === 0;
      if (isChecked && performance.now() - begun > millisecondsAPage)
        return listPageOf(chosen, items[index - 1]?.position, range.limit);
      const value = choose(item);
      if (value !== undefined) chosen.push({ position, item: value });
    }
    for (const reading of all) reading.use(end);

    if (within?.isOver) return listPageOf(chosen, undefined, range.limit);
    const units = all.reduce((sum, reading) => sum + reading.units, reservedUnits);
    const nextUnits = all.filter(({ isUsed }) => isUsed).length * unitsARequest;
    const milliseconds = performance.now() - begun;
    const isLate = milliseconds + slowestMilliseconds > millisecondsAPage;
    if (end === undefined || chosen.length > range.limit || units + nextUnits > unitsAPage || isLate)
      return listPageOf(chosen, end, range.limit);
    await pause(Math.max(0, (units / unitsASecond) * 1000 - milliseconds));
  }
}

/** Returns the items of the lists that are also in `within`, up to the place to which all lists were read. */
function common(lists: readonly Reading[], within: Reading | undefined): LookedAt {
  const looks = lists.map(({ seen }) => seen);
  if (!within) return merged(looks);
  const { items, end } = merged([...looks, { items: [], end: within.seen.end }]);
  const positions = new Set(within.seen.items.map(({ position }) => position));
  return { items: items.filter(({ position }) => positions.has(position)), end };
}

/** A list that is read some items at a time. Items that were read stay until they are used. */
class Reading {
  readonly #list: MergedList;
  readonly #range: ListRange;
  seen: LookedAt;
  units = 0;

  constructor(list: MergedList, range: ListRange & { readonly after: Ulid }) {
    this.#list = list;
    this.#range = range;
    this.seen = { items: [], end: range.after };
  }

  /** Whether all items that were read are used, and more may follow. */
  get isUsed(): boolean {
    return this.seen.items.length === 0 && !this.#isRead;
  }

  /** Whether no item is left. */
  get isOver(): boolean {
    return this.seen.items.length === 0 && this.#isRead;
  }

  get #isRead(): boolean {
    return this.seen.end === undefined;
  }

  async readIfUsed(): Promise<void> {
    if (!this.isUsed) return;
    const { looked, units } = await lookCounting(
      this.#list,
      { ...this.#range, after: this.seen.end },
      itemsARequest,
    );
    this.seen = looked;
    this.units += units;
  }

  /** Removes the items up to a place; undefined: all of them. */
  use(end: Ulid | undefined): void {
    const { items, end: readTo } = this.seen;
    this.seen = { items: items.filter(({ position }) => end !== undefined && position < end), end: readTo };
  }
}
