import type { KeyRange } from 'dynalite/db/index.js';
import { placeOf } from './places.ts';

export interface ReadLagOptions {
  /** The maximum lag of eventually consistent reads. On AWS usually a second at most. */
  readonly maxMilliseconds: number;
  /** An integer. The same seed gives the same lags to reads in the same order. */
  readonly seed: number;
}

interface Replaced {
  readonly value: unknown;
  readonly atMilliseconds: number;
  /** The time for which reads still see the value. Undefined: each read draws its own lag. */
  readonly lagMilliseconds: number | undefined;
}

/**
 * Keeps recently replaced values, which eventually consistent reads may still see. Each entry of an index has its own lag. Each
 * read of an item asks one of several replicas, so it may see a part of a transaction, and a later read may see an earlier state.
 */
export class ReadLag {
  readonly #maxMilliseconds: number;
  readonly #random: () => number;
  readonly #now: () => number;
  /** The earlier values of each key, oldest first. */
  readonly #replaced = new Map<string, Replaced[]>();
  #forgottenAtMilliseconds = 0;

  /** @param now milliseconds of a monotonic clock */
  constructor({ maxMilliseconds, seed }: ReadLagOptions, now: () => number = () => performance.now()) {
    this.#maxMilliseconds = maxMilliseconds;
    this.#random = randomOf(seed);
    this.#now = now;
  }

  keep(keys: Iterable<string>, storedAt: (key: string) => unknown): void {
    const now = this.#now();
    if (now - this.#forgottenAtMilliseconds > this.#maxMilliseconds) this.#forget(now);
    for (const key of keys) {
      const place = placeOf(key);
      if (!place) continue;
      const earlier = this.#replaced.get(key);
      const lagMilliseconds = place.index === undefined ? undefined : this.#draw();
      const replaced = { value: storedAt(key), atMilliseconds: now, lagMilliseconds };
      if (earlier) earlier.push(replaced);
      else this.#replaced.set(key, [replaced]);
    }
  }

  /** Makes every read see the latest values, until the next change. */
  catchUp(): void {
    this.#replaced.clear();
  }

  /**
   * Returns the earlier value that a read sees instead of the latest. If there was no item earlier, the `value` in the result is undefined.
   * Returns no result if the read sees the latest value.
   */
  valueBehind(key: string): { readonly value: unknown } | undefined {
    const replaced = this.#replaced.get(key);
    if (!replaced) return undefined;
    const now = this.#now();
    const drawn = this.#draw();
    return replaced.find(
      ({ atMilliseconds, lagMilliseconds = drawn }) => atMilliseconds + lagMilliseconds > now,
    );
  }

  /** Returns the earlier values that a read of a range sees, by key. */
  valuesBehind(range: KeyRange): ReadonlyMap<string, unknown> {
    const behind = new Map<string, unknown>();
    for (const key of this.#replaced.keys()) {
      const found = isIn(range, key) ? this.valueBehind(key) : undefined;
      if (found) behind.set(key, found.value);
    }
    return behind;
  }

  /** Draws a lag in milliseconds; it is 0 half of the time. */
  #draw(): number {
    return this.#random() < 0.5 ? 0 : this.#random() * this.#maxMilliseconds;
  }

  #forget(now: number): void {
    this.#forgottenAtMilliseconds = now;
    for (const [key, replaced] of this.#replaced) {
      const latest = replaced.at(-1);
      if (!latest || now - latest.atMilliseconds > this.#maxMilliseconds) this.#replaced.delete(key);
    }
  }
}

/** Returns the entries of a range. Keys in `behind` have their earlier values. */
export function withEarlierValues(
  entries: readonly (readonly [string, unknown])[],
  behind: ReadonlyMap<string, unknown>,
  { reverse = false, limit = -1 }: KeyRange,
): unknown[] {
  const seen = new Map([...entries, ...behind]);
  const values = [...seen.keys()]
    .sort((a, b) => (a < b === reverse ? 1 : -1))
    .flatMap((key) => seen.get(key) ?? []);
  return limit < 0 ? values : values.slice(0, limit);
}

const isIn = ({ gt, gte, lt, lte }: KeyRange, key: string): boolean =>
  (gt === undefined || key > gt) &&
  (gte === undefined || key >= gte) &&
  (lt === undefined || key < lt) &&
  (lte === undefined || key <= lte);

/** Mulberry32: pseudo-random numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
