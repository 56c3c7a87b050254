import type { Column } from './columns.ts';
import type { Rows } from './rowSets.ts';

/** Tells whether a row is before another one. */
export type IsBefore = (row: number, other: number) => boolean;

/** A key by which rows are sorted: a number for each row. */
export interface RankedKey {
  numberOf(row: number): number;
  readonly order: 'asc' | 'desc';
}

/** Returns the order of rows by some keys. Rows with the same keys are in the order of their numbers. */
export const orderBy =
  (keys: readonly RankedKey[]): IsBefore =>
  (row, other) => {
    for (const { numberOf, order } of keys) {
      const [a, b] = [numberOf(row), numberOf(other)];
      if (a !== b) return order === 'asc' ? a < b : a > b;
    }
    return row < other;
  };

/** Returns the first row of each group, in an order of rows. The rows of a group have the same value in the column. */
export function firstOfGroups(rows: Rows, groups: Column, isBefore: IsBefore): Rows {
  const first = new Uint32Array(groups.lists);
  for (const row of rows) {
    const group = groups.numberIn(row);
    const known = first[group] ?? 0;
    // Row numbers begin with 1.
    if (known === 0 || isBefore(row, known)) first[group] = row;
  }
  return first.filter((row) => row > 0);
}

/** Returns the first rows, sorted. */
export function sortedFirst(rows: Rows, count: number, isBefore: IsBefore): number[] {
  const compare = (a: number, b: number) => (a === b ? 0 : isBefore(a, b) ? -1 : 1);
  let kept: number[] = [];
  let last: number | undefined;
  // The newest rows come first in most orders. Then nearly all others are behind the last one that is kept.
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at] ?? 0;
    if (last !== undefined && !isBefore(row, last)) continue;
    kept.push(row);
    if (kept.length < 2 * count) continue;
    kept = kept.sort(compare).slice(0, count);
    last = kept.at(-1);
  }
  return kept.sort(compare).slice(0, count);
}
