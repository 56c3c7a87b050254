import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { fieldBeginning, type IndexDefinition } from './collectionFile.ts';
import { Columns } from './columns.ts';
import { type MatchedIndex, match, type Score } from './matching.ts';
import type { TextQuery, ValueQuery } from './queries.ts';
import { firstOfGroups, orderBy, type RankedKey, sortedFirst } from './ranking.ts';
import { noRows, type Rows, union } from './rowSets.ts';
import { type SearchRequest, type SortKey, scoreField } from './searchBody.ts';
import { isShort, phraseOf } from './tokens.ts';

/** Searches an index. Every search sees one state of it. */
export class IndexSearcher {
  readonly #database: DatabaseSync;
  readonly #name: string;
  readonly #columns: Columns;
  readonly #lookUps: LookUps;
  readonly #entry: StatementSync;
  readonly #version: StatementSync;
  /** What earlier searches have looked up in the same state of the file. */
  #found: FoundRows;
  #foundIn: unknown;

  constructor(database: DatabaseSync, index: IndexDefinition) {
    this.#database = database;
    this.#columns = new Columns(database, index);
    const { number, name } = index;
    this.#name = name;
    const rowsIn = (table: string) =>
      database.prepare(`SELECT group_concat(rowid) AS rows FROM ${table} WHERE ${table} MATCH ?`);
    this.#lookUps = {
      allRows: database.prepare(
        `SELECT group_concat(row) AS rows FROM entries_${number} INDEXED BY changes_${number} WHERE change > 0`,
      ),
      wordRows: rowsIn(`words_${number}`),
      beginningRows: rowsIn(`beginnings_${number}`),
    };
    this.#entry = database.prepare(`SELECT id, source FROM entries_${number} WHERE row = ?`);
    // Changes with each commit of another connection.
    this.#version = database.prepare('PRAGMA data_version');
    this.#found = new FoundRows(this.#lookUps, this.#columns);
  }

  /** Returns the answer to a search (OpenSearch, "Search"). */
  search(request: SearchRequest): object {
    const began = performance.now();
    this.#database.exec('BEGIN');
    try {
      // This read begins the state that the search sees.
      this.#columns.update();
      this.#forgetEarlier();
      const hits = this.#find(request);
      const took = Math.round(performance.now() - began);
      return { took, timed_out: false, _shards: { total: 1, successful: 1, skipped: 0, failed: 0 }, hits };
    } finally {
      this.#database.exec('COMMIT');
    }
  }

  #forgetEarlier(): void {
    const version = this.#version.get()?.data_version;
    if (version === this.#foundIn && this.#found.size <= foundMax) return;
    this.#found = new FoundRows(this.#lookUps, this.#columns);
    this.#foundIn = version;
  }

  #find(request: SearchRequest): object {
    const { query, from, size, sort, countedHits } = request;
    const { rows, scores } = match(this.#found, query);
    const scoreOf = scoresByRow(scores, this.#columns.lastRow);
    const isScored = sort.some(({ field }) => field === scoreField);
    const total = {
      value: Math.min(rows.length, countedHits),
      relation: rows.length > countedHits ? 'gte' : 'eq',
    };
    const sorted = size === 0 ? [] : this.#sorted(request, rows, scoreOf);
    return {
      ...(countedHits > 0 && { total }),
      max_score: null,
      hits: sorted
        .slice(from, from + size)
        .map((row) => this.#hit(request, row, isScored ? (scoreOf[row] ?? 0) : null)),
    };
  }

  /** Returns the rows of the first hits, up to the last one that the answer has. */
  #sorted(
    { from, size, sort, collapse }: SearchRequest,
    rows: Rows,
    scoreOf: Float64Array,
  ): readonly number[] {
    const isBefore = orderBy(sort.map((key) => this.#rankedKey(key, scoreOf)));
    const hits = collapse === undefined ? rows : firstOfGroups(rows, this.#columns.of(collapse), isBefore);
    return sortedFirst(hits, from + size, isBefore);
  }

  #rankedKey({ field, order }: SortKey, scoreOf: Float64Array): RankedKey {
    if (field === scoreField) return { order, numberOf: (row) => scoreOf[row] ?? 0 };
    const column = this.#columns.of(field);
    const ranks = column.ranks(order);
    return { order, numberOf: (row) => ranks[column.numberIn(row)] ?? 0 };
  }

  #hit({ source, sort, collapse }: SearchRequest, row: number, score: number | null): object {
    const entry = this.#entry.get(row);
    const all: Readonly<Record<string, unknown>> = JSON.parse(String(entry?.source));
    return {
      _index: this.#name,
      _id: entry?.id,
      _score: score,
      _source: Object.fromEntries(source.flatMap((field) => (field in all ? [[field, all[field]]] : []))),
      ...(collapse !== undefined && { fields: { [collapse]: [all[collapse]].flat() } }),
      sort: sort.map(({ field }) => (field === scoreField ? score : (all[field] ?? null))),
    };
  }
}

function scoresByRow(scores: readonly Score[], lastRow: number): Float64Array {
  const scoreOf = new Float64Array(lastRow + 1);
  for (const { rows, constant } of scores)
    for (const row of rows) scoreOf[row] = (scoreOf[row] ?? 0) + constant;
  return scoreOf;
}

type LookUps = Readonly<Record<'allRows' | 'wordRows' | 'beginningRows', StatementSync>>;

/** So many row numbers are kept, which are 40 MB. */
const foundMax = 10_000_000;

/** The rows that searches have looked up in one state of the index. */
class FoundRows implements MatchedIndex {
  readonly #lookUps: LookUps;
  readonly #columns: Columns;
  readonly #known = new Map<string, Rows>();
  /** The number of row numbers that are kept. */
  size = 0;

  constructor(lookUps: LookUps, columns: Columns) {
    this.#lookUps = lookUps;
    this.#columns = columns;
  }

  allRows(): Rows {
    return this.#once('', () => rowsIn(this.#lookUps.allRows.get()).sort());
  }

  rowsOf(query: TextQuery): Rows {
    const { field, tokens, isLastOpen } = query;
    const [token, second] = tokens;
    if (token === undefined) return noRows;
    if (!isLastOpen || second !== undefined || !isShort(token)) return this.#inWords(query);
    const beginning = phraseOf([fieldBeginning(field, token)]);
    const longer = this.#once(beginning, () => rowsIn(this.#lookUps.beginningRows.get(beginning)));
    return union(this.#inWords({ ...query, isLastOpen: false }), longer);
  }

  #inWords({ field, tokens, isLastOpen }: TextQuery): Rows {
    const expression = `f${field} : ${phraseOf(tokens)}${isLastOpen ? ' *' : ''}`;
    return this.#once(expression, () => rowsIn(this.#lookUps.wordRows.get(expression)));
  }

  testOf({ field, matches }: ValueQuery): (row: number) => boolean {
    return this.#columns.of(field).tester(matches);
  }

  #once(key: string, find: () => Rows): Rows {
    const known = this.#known.get(key);
    if (known) return known;
    const found = find();
    this.#known.set(key, found);
    // A text of which no row is found takes memory too.
    this.size += found.length + 100;
    return found;
  }
}

/** Reads row numbers with commas between them: SQLite and JSON pass on hundreds of thousands of them faster as one text. */
const rowsIn = (found: Record<string, unknown> | undefined): Rows =>
  Uint32Array.from(JSON.parse(`[${found?.rows ?? ''}]`));
