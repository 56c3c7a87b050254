/** The rules for the seconds that a browser reports for the pages of a view. Pure functions: a page's number, 1 for the first, and seconds. */

/** Pages beyond this one have no seconds, so that the stored item stays small. */
export const timedPagesMax = 2000;
/** A page gets at most this in one view. */
export const secondsOfViewMax = 3600;
/** A page gets at most this of one reader in all views: two stored digits. */
export const secondsOfReaderMax = 94 ** 2 - 1;
/** The views of a reader whose seconds are kept, for the limit of a view. Of more views, those that began first are left out. */
const keptViews = 8;
/**
 * The pages of a view whose seconds are kept: those with the most. A view takes reports for 12 hours, so the others have at most 43,200 / 17
 * seconds each, which `rest` bounds.
 */
const keptPages = 16;
const longestBatch = 24_000;

type Seconds = ReadonlyMap<number, number>;

/** What is stored about the seconds of a reader. `seconds`: of all views, the first page first. */
export interface Times {
  /** The time up to which seconds are accounted for (epoch milliseconds). */
  readonly told: number;
  readonly seconds: readonly number[];
  /** The views that began last, the newest first. */
  readonly views: readonly ViewTimes[];
}

/** The seconds of pages in one view. Ids of views grow with the time when the view began. */
interface ViewTimes {
  readonly view: string;
  /** No page that is left out of `pages` has more seconds than this. */
  readonly rest: number;
  readonly pages: Seconds;
}

/** Returns the seconds in a batch, such as `1:12,3:48`; undefined when it is not a batch. */
export function batchIn(text: string | null): Seconds | undefined {
  if (text === null || text.length > longestBatch || !/^\d{1,4}:\d{1,5}(,\d{1,4}:\d{1,5})*$/.test(text))
    return undefined;
  const parts = text.split(',').map((part) => part.split(':').map(Number) as [number, number]);
  const batch = new Map(parts);
  const isOfPages = parts.every(([page]) => page >= 1 && page <= timedPagesMax);
  return batch.size === parts.length && isOfPages ? batch : undefined;
}

/** Returns at most `most` whole seconds of a batch, of each page the same part. */
export function within(batch: Seconds, most: number): Map<number, number> {
  const sum = sumOf(batch);
  if (sum <= most) return new Map([...batch].filter(([, seconds]) => seconds > 0));
  const parts = [...batch].map(([page, seconds]) => {
    const part = (seconds * most) / sum;
    return { page, whole: Math.floor(part), rest: part % 1 };
  });
  let left = most - parts.reduce((all, { whole }) => all + whole, 0);
  const byRest = parts.toSorted((a, b) => b.rest - a.rest || a.page - b.page);
  return new Map(
    byRest
      .map(({ page, whole, rest }): [number, number] => [
        page,
        whole + (left > 0 && rest > 0 && left-- > 0 ? 1 : 0),
      ])
      .filter(([, seconds]) => seconds > 0),
  );
}

export const sumOf = (seconds: Seconds): number => [...seconds.values()].reduce((sum, one) => sum + one, 0);

interface Reported {
  readonly view: string;
  /** When the view began, and when the batch came (epoch milliseconds). */
  readonly begun: number;
  readonly now: number;
  readonly batch: Seconds;
}

/**
 * Accepts a batch. All pages together get no more seconds than passed since the latest batch of this reader, from whatever tab, and since
 * the view began. Time is accounted in whole seconds: what is left of one belongs to the next batch.
 */
export function accept(before: Times | undefined, { view, begun, now, batch }: Reported) {
  const since = Math.max(begun, before?.told ?? 0);
  const passed = Math.max(Math.floor((now - since) / 1000), 0);
  const total = before?.seconds ?? [];
  const views = before?.views ?? [];
  const known = views.find((one) => one.view === view) ?? unknownView(view, views, total);
  const inView = (page: number) => known.pages.get(page) ?? known.rest;
  const possible = new Map(
    [...batch].map(([page, seconds]) => {
      const room = Math.min(secondsOfViewMax - inView(page), secondsOfReaderMax - (total[page - 1] ?? 0));
      return [page, Math.max(Math.min(seconds, room), 0)];
    }),
  );
  const accepted = within(possible, passed);
  const last = Math.max(total.length, ...accepted.keys());
  const pages = new Map(known.pages);
  for (const [page, seconds] of accepted) pages.set(page, inView(page) + seconds);
  const others = views.filter((one) => one.view !== view);
  const after: Times = {
    told: since + passed * 1000,
    seconds: Array.from({ length: last }, (_, index) => (total[index] ?? 0) + (accepted.get(index + 1) ?? 0)),
    views: [...others, most({ ...known, pages })]
      .toSorted((a, b) => (a.view < b.view ? 1 : -1))
      .slice(0, keptViews),
  };
  return { accepted, after };
}

/**
 * Returns what a view can have that is not kept: nothing, unless it began before the kept ones and may have been left out. Then each of its
 * pages can have the seconds of all views.
 */
function unknownView(view: string, views: readonly ViewTimes[], total: readonly number[]): ViewTimes {
  const oldest = views.at(-1);
  const isLeftOut = views.length >= keptViews && oldest !== undefined && view < oldest.view;
  return { view, rest: 0, pages: new Map(isLeftOut ? total.map((one, index) => [index + 1, one]) : []) };
}

/** Keeps the pages with the most seconds. */
function most({ view, rest, pages }: ViewTimes): ViewTimes {
  const sorted = [...pages].toSorted(([, a], [, b]) => b - a);
  return {
    view,
    rest: Math.max(rest, sorted[keptPages]?.[1] ?? 0),
    pages: new Map(sorted.slice(0, keptPages)),
  };
}

/** The digits of stored seconds: the 94 printable characters of ASCII without the space, two for each number. */
const base = 94;
const firstDigit = 0x21;

/** Returns the stored form of numbers, two bytes for each. Each is at most `secondsOfReaderMax`. */
export const storedNumbers = (numbers: readonly number[]): string =>
  numbers
    .map((one) => String.fromCharCode(firstDigit + Math.floor(one / base), firstDigit + (one % base)))
    .join('');

export const numbersIn = (stored: string): number[] =>
  Array.from(
    { length: Math.floor(stored.length / 2) },
    (_, index) =>
      base * (stored.charCodeAt(2 * index) - firstDigit) + (stored.charCodeAt(2 * index + 1) - firstDigit),
  );

/** Returns the stored form of views. An id has letters, digits and underscores, and no stored number has a space. */
export const storedViews = (views: readonly ViewTimes[]): string =>
  views.map(({ view, rest, pages }) => `${view} ${storedNumbers([rest, ...[...pages].flat()])}`).join(' ');

export function viewsIn(stored: string): ViewTimes[] {
  const parts = stored === '' ? [] : stored.split(' ');
  return Array.from({ length: Math.floor(parts.length / 2) }, (_, index) => {
    const [rest = 0, ...numbers] = numbersIn(parts[2 * index + 1] ?? '');
    const pages = Array.from(
      { length: Math.floor(numbers.length / 2) },
      (_, pair) => [numbers[2 * pair] ?? 0, numbers[2 * pair + 1] ?? 0] as const,
    );
    return { view: parts[2 * index] ?? '', rest, pages: new Map(pages) };
  });
}
