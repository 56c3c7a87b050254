import { type Ulid, ulidOf } from '../../contract/identifiers.ts';
import { type Item, type Query, queryOnce } from './read.ts';
import { table } from './table.ts';

/**
 * Pages of lists with a filter that no key supports. A page takes one request for each list that it merges, whatever the size of the lists.
 * A request reads at most `itemsReadMax` items of its list, so the page may be short or empty while more follow.
 */
export const itemsReadMax = 1000;

/** A list whose sort keys are `prefix`, a ULID, and any further text. */
export interface MergedList {
  /** Default: the list is in the table, and read consistently */
  readonly index?: {
    readonly name: string;
    readonly partitionKey: string;
    readonly sortKey: string;
  };
  readonly partition: string;
  /** Default: the ULID comes first */
  readonly prefix?: string;
}

/** Bounds are ULIDs. `from` is inclusive. `after`, the position of the page before, is exclusive. */
export interface ListRange {
  readonly from?: Ulid | undefined;
  readonly after?: Ulid | undefined;
  readonly limit: number;
}

/** The items that were read, newest first, each with the ULID of its place. */
export interface LookedAt {
  readonly items: readonly Placed<Item>[];
  /** The place up to which all lists were read; undefined: to their ends. */
  readonly end: Ulid | undefined;
}

export interface Placed<T> {
  readonly position: Ulid;
  readonly item: T;
}

/**
 * Reads the newest items of lists in a range, in one request for each. An item that has just moved may be in two lists: the later revision
 * counts, or for equal revisions the item of the last list. Reads `most` items of each list; `limit + 1` are enough when nothing is
 * filtered out.
 */
export async function readLists(
  lists: readonly MergedList[],
  range: ListRange,
  most = itemsReadMax,
): Promise<LookedAt> {
  return merged(await Promise.all(lists.map((list) => look(list, range, most))));
}

export function merged(looks: readonly LookedAt[]): LookedAt {
  // If a list was cut, its items beyond the cut are unknown. So all lists are cut at the same place.
  const [end] = looks.flatMap(({ end }) => end ?? []).sort(newestFirst);
  const items = looks
    .toReversed()
    .flatMap(({ items }) => items)
    .filter(({ position }) => end === undefined || position >= end)
    .sort((a, b) => newestFirst(a.position, b.position) || revisionOf(b.item) - revisionOf(a.item));
  return { items: items.filter(({ position }, index) => items[index - 1]?.position !== position), end };
}

const revisionOf = ({ revision = 0 }: Item): number => Number(revision);

/** A page of a list. `next`: the position after which the next page begins; undefined: no page follows. */
export interface ListPage<T> {
  readonly items: T[];
  readonly next: Ulid | undefined;
}

/** Returns a page of the chosen items. */
export function listPageOf<T>(
  chosen: readonly Placed<T>[],
  end: Ulid | undefined,
  limit: number,
): ListPage<T> {
  const page = chosen.slice(0, limit);
  const next = chosen.length > limit ? page.at(-1)?.position : end;
  return { items: page.map(({ item }) => item), next };
}

/** Returns a page of a whole list, sorted by position, the newest first. */
export function listPageWithin<T>(
  whole: readonly T[],
  positionOf: (item: T) => Ulid,
  { after, limit }: ListRange,
): ListPage<T> {
  const placed = whole
    .map((item) => ({ position: positionOf(item), item }))
    .filter(({ position }) => after === undefined || position < after)
    .sort((a, b) => newestFirst(a.position, b.position));
  return listPageOf(placed, undefined, limit);
}

/** Reads a page of the values that `choose` returns for items; undefined leaves an item out. See `readLists` for `most`. */
export async function chooseListPage<T>(
  lists: readonly MergedList[],
  range: ListRange,
  choose: (item: Item, position: Ulid) => T | undefined,
  most?: number,
): Promise<ListPage<T>> {
  const { items, end } = await readLists(lists, range, most);
  const chosen = items.flatMap(({ position, item }) => {
    const found = choose(item, position);
    return found === undefined ? [] : [{ position, item: found }];
  });
  return listPageOf(chosen, end, range.limit);
}

/** Reads a page without leaving items out. Only the last page is short: where 1 MB ends a page early, another request follows. */
export async function readListPage<T>(
  lists: readonly MergedList[],
  range: ListRange,
  parse: (item: Item, position: Ulid) => T,
): Promise<ListPage<T>> {
  const { items, next } = await chooseListPage(lists, range, parse, range.limit + 1);
  const limit = range.limit - items.length;
  if (limit === 0 || next === undefined) return { items, next };
  const rest = await readListPage(lists, { ...range, after: next, limit }, parse);
  return { items: [...items, ...rest.items], next: rest.next };
}

/** Reads a whole list, newest first, up to `most` items at a time: for operators. */
export async function* readThrough(list: MergedList, most: number): AsyncGenerator<readonly Placed<Item>[]> {
  let after: Ulid | undefined;
  do {
    const { items, end } = await look(list, { after, limit: most }, most);
    yield items;
    after = end;
  } while (after !== undefined);
}

/** The bytes of a page. Lambda answers with 6 MB at most, in which the quotes of a body count twice. */
const pageBytesMax = 2_500_000;

/** Cuts a page of large items, so that it fits into the answer. At least its first item stays. */
export function withinBytes<T extends { readonly id: `${string}_${string}` }>(
  { items, next }: ListPage<T>,
  textOf: (item: T) => string,
): ListPage<T> {
  let bytes = 0;
  const tooMany = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(textOf(item));
    return index > 0 && bytes > pageBytesMax;
  });
  const last = tooMany < 0 ? undefined : items[tooMany - 1];
  return last ? { items: items.slice(0, tooMany), next: ulidOf(last.id) } : { items, next };
}

const newestFirst = (a: string, b: string): number => (a === b ? 0 : a < b ? 1 : -1);

/** Reads the newest items of one list in a range, in one request. */
const look = async (list: MergedList, range: ListRange, most: number): Promise<LookedAt> =>
  (await lookOnce(list, range, most, {})).looked;

/** Does the same as `look`, and counts the read units. */
export const lookCounting = (list: MergedList, range: ListRange, most: number) =>
  lookOnce(list, range, most, { ReturnConsumedCapacity: 'TOTAL' });

async function lookOnce(
  { index, partition, prefix = '' }: MergedList,
  { from, after }: ListRange,
  most: number,
  more: Pick<Query, 'ReturnConsumedCapacity'>,
): Promise<{ readonly looked: LookedAt; readonly units: number }> {
  // BETWEEN refuses bounds in the wrong order, and both its ends belong to the range.
  if (from !== undefined && after !== undefined && from >= after)
    return { looked: { items: [], end: undefined }, units: 0 };
  const { partitionKey, sortKey } = index ?? table;
  const { items, isCut, units } = await queryOnce(
    {
      ...more,
      ...(index ? { IndexName: index.name } : { ConsistentRead: true }),
      KeyConditionExpression: '#partition = :partition AND #sort BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#partition': partitionKey, '#sort': sortKey },
      ExpressionAttributeValues: {
        ':partition': partition,
        // DynamoDB refuses an empty value in a key condition. No ULID sorts before a zero.
        ':from': prefix + (from ?? '0'),
        // A tilde sorts behind every ULID.
        ':to': prefix + (after ?? '~'),
      },
      ScanIndexForward: false,
    },
    after === undefined ? most : most + 1,
  );
  const placed = items.map((item) => ({ position: positionIn(item[sortKey], prefix), item }));
  return {
    looked: {
      items: placed.filter(({ position }) => position !== after),
      end: isCut ? placed.at(-1)?.position : undefined,
    },
    units,
  };
}

const ulidLength = 26;
const positionIn = (sortKey: unknown, prefix: string): Ulid =>
  String(sortKey).slice(prefix.length, prefix.length + ulidLength) as Ulid;
