import type { DatabaseSync, StatementSync } from 'node:sqlite';
import * as z from 'zod/mini';
import type { IndexDefinition } from './collectionFile.ts';
import type { Value } from './mappings.ts';

/** All values of one field that is not text, in memory: each different list of values once, and for each row the number of its list. */
export class Column {
  /** The lists of values by their numbers. The first list is empty. */
  readonly #lists: (readonly Value[])[] = [[]];
  readonly #numbers = new Map<unknown, number>();
  #ofRow = new Uint32Array(1024);
  readonly #ranks: Record<'asc' | 'desc', Float64Array> = {
    asc: new Float64Array(),
    desc: new Float64Array(),
  };

  set(row: number, given: unknown): void {
    if (row >= this.#ofRow.length) {
      const longer = new Uint32Array(Math.max(row + 1, this.#ofRow.length * 2));
      longer.set(this.#ofRow);
      this.#ofRow = longer;
    }
    this.#ofRow[row] = given === undefined ? 0 : this.#numberOf(given);
  }

  #numberOf(given: unknown): number {
    // A list has its JSON as its key, after a character with which no value of people begins.
    const key = Array.isArray(given) ? `\0${JSON.stringify(given)}` : given;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#lists.push([given].flat() as readonly Value[]);
    this.#numbers.set(key, this.#lists.length - 1);
    return this.#lists.length - 1;
  }

  /** Returns the number of a row's list of values. */
  numberIn(row: number): number {
    return this.#ofRow[row] ?? 0;
  }

  get lists(): number {
    return this.#lists.length;
  }

  valuesIn(row: number): readonly Value[] {
    return this.#lists[this.numberIn(row)] ?? [];
  }

  /** Returns a function that tells whether one of a row's values matches. */
  tester(matches: (value: Value) => boolean): (row: number) => boolean {
    const isMatch = Uint8Array.from(this.#lists, (values) => (values.some(matches) ? 1 : 0));
    const ofRow = this.#ofRow;
    return (row) => isMatch[ofRow[row] ?? 0] === 1;
  }

  /**
   * Returns the places of the lists among all lists, in ascending order of their values. A list counts by its smallest value in ascending
   * order, and by its greatest in descending order. The empty list is the last in both.
   */
  ranks(order: 'asc' | 'desc'): Float64Array {
    const known = this.#ranks[order];
    if (known.length === this.#lists.length) return known;
    const sign = order === 'asc' ? 1 : -1;
    const compare = (a: Value, b: Value) => (a === b ? 0 : a < b ? -1 : 1);
    const extremes = this.#lists.map((values) => values.toSorted((a, b) => sign * compare(a, b))[0] ?? '');
    // Only values that are new since the last call are out of order.
    const numbers = Array.from(this.#lists.keys()).slice(1);
    numbers.sort((a, b) => (known[a] ?? Infinity) - (known[b] ?? Infinity) || a - b);
    numbers.sort((a, b) => compare(extremes[a] ?? '', extremes[b] ?? ''));
    const ranks = new Float64Array(this.#lists.length);
    numbers.forEach((number, rank) => {
      ranks[number] = rank;
    });
    ranks[0] = sign * Infinity;
    this.#ranks[order] = ranks;
    return ranks;
  }
}

const changed = z.tuple([z.number(), z.number(), z.string()]);

/**
 * The fields of an index that are not text, in memory, as Lucene has them in its doc values. A search compares them for hundreds of
 * thousands of entries. They are as large as about 60 bytes for each entry.
 */
export class Columns {
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #changes: StatementSync;
  #lastChange = 0;
  /** The greatest row number that was read. */
  lastRow = 0;

  constructor(database: DatabaseSync, { number, fields }: IndexDefinition) {
    this.#columns = new Map(
      [...fields].flatMap(([name, type]) => (type === 'text' ? [] : [[name, new Column()]])),
    );
    this.#changes = database.prepare(
      `SELECT row, change, source FROM entries_${number} WHERE change > ? ORDER BY change`,
    );
    this.#changes.setReturnArrays(true);
  }

  /** Reads what has changed since the last call. Entries that are gone stay here, and no search finds their rows. */
  update(): void {
    for (const read of this.#changes.iterate(this.#lastChange)) {
      const [row, change, text] = read as unknown as z.infer<typeof changed>;
      const source: Readonly<Record<string, unknown>> = JSON.parse(text);
      for (const [name, column] of this.#columns) column.set(row, source[name]);
      this.#lastChange = change;
      this.lastRow = Math.max(this.lastRow, row);
    }
  }

  of(field: string): Column {
    const column = this.#columns.get(field);
    if (!column) throw new Error(`The index has no column ${field}.`);
    return column;
  }
}
