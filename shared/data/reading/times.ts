/** The rules for the seconds that a browser reports for the pages of a view. Pure functions: a page's number, 1 for the first, and seconds. */

/** Pages beyond this one have no seconds, so that the stored item stays small. */
export const timedPagesMax = 2000;
/** A page gets at most this in one view. */
export const secondsOfViewMax = 3600;
/** A page gets at most this of one reader in all views: two stored digits. */
export const secondsOfReaderMax = 94 ** 2 - 1;
/** The pages of a view whose seconds are kept for the limit of a view. Those with the fewest seconds are left out. */
const keptOfView = 100;
const longestBatch = 24_000;

type Seconds = ReadonlyMap<number, number>;

/** What is stored about the seconds of a reader. `seconds`: of all views, the first page first. */
export interface Times {
  /** The view of the latest batch. */
  readonly view: string;
  /** The time up to which seconds are accounted for (epoch milliseconds). */
  readonly told: number;
  readonly seconds: readonly number[];
  /** The seconds of pages in the latest view. */
  readonly ofView: Seconds;
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
  const known: Seconds = before?.view === view ? before.ofView : new Map();
  const total = before?.seconds ?? [];
  const possible = new Map(
    [...batch].map(([page, seconds]) => [
      page,
      Math.max(
        Math.min(
          seconds,
          secondsOfViewMax - (known.get(page) ?? 0),
          secondsOfReaderMax - (total[page - 1] ?? 0),
        ),
        0,
      ),
    ]),
  );
  const accepted = within(possible, passed);
  const last = Math.max(total.length, ...accepted.keys());
  const ofView = new Map(known);
  for (const [page, seconds] of accepted) ofView.set(page, (ofView.get(page) ?? 0) + seconds);
  const after: Times = {
    view,
    told: since + passed * 1000,
    seconds: Array.from({ length: last }, (_, index) => (total[index] ?? 0) + (accepted.get(index + 1) ?? 0)),
    ofView: new Map([...ofView].toSorted(([, a], [, b]) => b - a).slice(0, keptOfView)),
  };
  return { accepted, after };
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

export const storedPairs = (pairs: Seconds): string => storedNumbers([...pairs].flat());

export function pairsIn(stored: string): Seconds {
  const numbers = numbersIn(stored);
  return new Map(
    Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => [
      numbers[2 * index] ?? 0,
      numbers[2 * index + 1] ?? 0,
    ]),
  );
}
