import { generateNKeysBetween } from 'fractional-indexing';
import type { RoomItemId } from '../../contract/identifiers.ts';
import type { After } from '../../data/rooms/givenItems.ts';

/** A child of a folder. */
export interface Child {
  readonly id: RoomItemId;
  readonly order: string;
  /** A deleted document has a place, but nothing can be put after it. */
  readonly isDeleted: boolean;
}

/** The place in the request of an item that is to come after one that is not there. */
export class NotThere {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * Returns the keys that put new items among the children of a folder, which are given in their order. Several after the same item keep
 * their own order.
 */
export function ordersAmong(
  children: readonly Child[],
  added: readonly After[],
): readonly string[] | NotThere {
  const line: (Child | number)[] = [...children];
  const last = new Map<After, number>();
  for (const [index, after] of added.entries()) {
    const before = last.get(after) ?? (after === 'first' ? undefined : after);
    let place = 0;
    if (after === undefined) place = line.length;
    else if (before !== undefined) {
      const found = line.findIndex((one) =>
        typeof one === 'number' ? one === before : one.id === before && !one.isDeleted,
      );
      if (found < 0) return new NotThere(index);
      place = found + 1;
    }
    line.splice(place, 0, index);
    last.set(after, index);
  }
  return keysIn(line);
}

/** Returns the keys for the new items in a line. Those between two children get short ones together. */
function keysIn(line: readonly (Child | number)[]): string[] {
  const keys: string[] = [];
  let before: string | null = null;
  let run: number[] = [];
  const end = (next: string | null) => {
    for (const [at, key] of generateNKeysBetween(before, next, run.length).entries())
      keys[run[at] ?? 0] = key;
    run = [];
    before = next;
  };
  for (const one of line) {
    if (typeof one === 'number') run.push(one);
    else end(one.order);
  }
  end(null);
  return keys;
}
