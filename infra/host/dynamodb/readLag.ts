import type { KeyRange } from 'dynalite/db/index.js';
import { placeOf } from './places.ts';

export interface ReadLagOptions {
  /** How far eventually consistent reads may be behind. On AWS it is a second at most, as a rule. */
  readonly maxMilliseconds: number;
  /** A whole number: reads lag alike for the same one, as far as they come in the same order. */
  readonly seed: number;
}

interface Replaced {
  readonly value: unknown;
  readonly atMilliseconds: number;
  /** How long it is still seen; undefined: as long as a read draws. */
  readonly lagMilliseconds: number | undefined;
}

/**
 * What eventually consistent reads may still see: the values that were replaced a moment ago. A change reaches an index after a
 * while, each of its entries for itself. Of the items, each read asks one of several replicas: a transaction is seen in part,
 * and a later read may see an earlier state.
 */
export class ReadLag {
  readonly #maxMilliseconds: number;
  readonly #random: () => number;
  readonly #now: () => number;
  /** The values that a key had, oldest first. */
  readonly #replaced = new Map<string, Replaced[]>();
  #forgottenAtMilliseconds = 0;

  /** @param now milliseconds by a clock that never goes back */
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

  /** Has every read see the latest, until something changes again. */
  catchUp(): void {
    this.#replaced.clear();
  }

  /** Returns the value that a read sees instead of the latest, which may be that there is none; undefined: it sees the latest. */
  valueBehind(key: string): { readonly value: unknown } | undefined {
    const replaced = this.#replaced.get(key);
    if (!replaced) return undefined;
    const now = this.#now();
    const drawn = this.#draw();
    return replaced.find(
      ({ atMilliseconds, lagMilliseconds = drawn }) => atMilliseconds + lagMilliseconds > now,
    );
  }

  /** Returns the values of a range that a read sees instead of the latest, by their keys. */
  valuesBehind(range: KeyRange): ReadonlyMap<string, unknown> {
    const behind = new Map<string, unknown>();
    for (const key of this.#replaced.keys()) {
      const found = isIn(range, key) ? this.valueBehind(key) : undefined;
      if (found) behind.set(key, found.value);
    }
    return behind;
  }

  /** Draws how far something is behind, in milliseconds: half of the time not at all. */
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

/** Returns what a read of a range sees, of which some values are seen as they were. */
export function asTheyWere(
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

/** Mulberry32: numbers from 0 to 1 that look random, and are the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
