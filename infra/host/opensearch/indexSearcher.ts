import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { fieldBeginning, type IndexDefinition } from './collectionFile.ts';
import { Columns } from './columns.ts';
import { type MatchedIndex, match, type Score } from './matching.ts';
import type { TextQuery } from './queries.ts';
import { firstOfGroups, orderBy, type RankedKey, sortedFirst } from './ranking.ts';
import { intersection, noRows, type Rows, union } from './rowSets.ts';
import { type SearchRequest, type SortKey, scoreField } from './searchBody.ts';
import { isShort, phraseOf } from './tokens.ts';

/**
 * The number of first hits that are sorted by relevance (FTS5's bm25). These are the first hits by all other parts of the score and by the
 * other keys. FTS5 takes a second for the relevance of a word in 500,000 entries.
 */
const rankedHits = 2000;

/** Searches an index. Every search sees one state of it. */
export class IndexSearcher {
  readonly #database: DatabaseSync;
  readonly #name: string;
  readonly #columns: Columns;
  readonly #statements;

  constructor(database: DatabaseSync, index: IndexDefinition) {
    this.#database = database;
    this.#columns = new Columns(database, index);
    const { number, name } = index;
    this.#name = name;
    const rowsIn = (table: string) =>
      database.prepare(`SELECT group_concat(rowid) AS rows FROM ${table} WHERE ${table} MATCH ?`);
    const words = `words_${number}`;
    this.#statements = {
      allRows: database.prepare(
        `SELECT group_concat(row) AS rows FROM entries_${number} INDEXED BY changes_${number} WHERE change > 0`,
      ),
      wordRows: rowsIn(words),
      beginningRows: rowsIn(`beginnings_${number}`),
      // The plus keeps SQLite from asking FTS5 anew for each row.
      relevance: database.prepare(
        `SELECT rowid AS row, bm25(${words}) AS negated FROM ${words}
         WHERE ${words} MATCH ? AND rowid BETWEEN ? AND ? AND +rowid IN (SELECT value FROM json_each(?))`,
      ),
      entry: database.prepare(`SELECT id, source FROM entries_${number} WHERE row = ?`),
    };
  }

  /** Returns the answer to a search (OpenSearch, "Search"). */
  search(request: SearchRequest): object {
    const began = performance.now();
    this.#database.exec('BEGIN');
    try {
      this.#columns.update();
      const hits = this.#find(request);
      const took = Math.round(performance.now() - began);
      return { took, timed_out: false, _shards: { total: 1, successful: 1, skipped: 0, failed: 0 }, hits };
    } finally {
      this.#database.exec('COMMIT');
    }
  }

  #find(request: SearchRequest): object {
    const { query, from, size, sort, countedHits } = request;
    const { rows, scores } = match(new FoundRows(this.#statements, this.#columns), query);
    const scoreOf = new Float64Array(this.#columns.lastRow + 1);
    for (const score of scores)
      if ('constant' in score)
        for (const row of score.rows) scoreOf[row] = (scoreOf[row] ?? 0) + score.constant;
    const sorted = size === 0 ? [] : this.#sorted(request, rows, scores, scoreOf);
    const isScored = sort.some(({ field }) => field === scoreField);
    const total = {
      value: Math.min(rows.length, countedHits),
      relation: rows.length > countedHits ? 'gte' : 'eq',
    };
    return {
      ...(countedHits > 0 && { total }),
      max_score: null,
      hits: sorted
        .slice(from, from + size)
        .map((row) => this.#hit(request, row, isScored ? (scoreOf[row] ?? 0) : null)),
    };
  }

  /** Returns at least as many rows as the answer needs. Adds the relevance to the scores of the first ones. */
  #sorted(
    { from, size, sort, collapse }: SearchRequest,
    rows: Rows,
    scores: readonly Score[],
    scoreOf: Float64Array,
  ): readonly number[] {
    const groups = collapse === undefined ? undefined : this.#columns.of(collapse);
    const isBefore = orderBy(sort.map((key) => this.#rankedKey(key, scoreOf)));
    const firstOf = (some: Rows): Rows => (groups ? firstOfGroups(some, groups, isBefore) : some);
    const hits = sortedFirst(firstOf(rows), Math.max(from + size, rankedHits), isBefore);
    const phrases = scores.filter((score) => 'phrase' in score);
    if (phrases.length === 0 || !sort.some(({ field }) => field === scoreField)) return hits;
    const first = hits.slice(0, rankedHits);
    const ranked = groups ? inSameGroups(rows, first, groups) : Uint32Array.from(first).sort();
    for (const { rows: withPhrase, phrase } of phrases)
      this.#addRelevance(intersection(ranked, withPhrase), phrase, scoreOf);
    return [...sortedFirst(firstOf(ranked), first.length, isBefore), ...hits.slice(rankedHits)];
  }

  #rankedKey({ field, order }: SortKey, scoreOf: Float64Array): RankedKey {
    if (field === scoreField) return { order, numberOf: (row) => scoreOf[row] ?? 0 };
    const column = this.#columns.of(field);
    const ranks = column.ranks(order);
    return { order, numberOf: (row) => ranks[column.numberIn(row)] ?? 0 };
  }

  #addRelevance(rows: Rows, phrase: TextQuery, scoreOf: Float64Array): void {
    const [lowest, highest] = [rows[0], rows.at(-1)];
    if (lowest === undefined || highest === undefined) return;
    const some = JSON.stringify(Array.from(rows));
    for (const { row, negated } of this.#statements.relevance.iterate(
      matchExpression(phrase),
      lowest,
      highest,
      some,
    ))
      scoreOf[Number(row)] = (scoreOf[Number(row)] ?? 0) - Number(negated);
  }

  #hit({ source, sort, collapse }: SearchRequest, row: number, score: number | null): object {
    const entry = this.#statements.entry.get(row);
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

/** Returns the rows that are in the same group as one of some rows. */
function inSameGroups(rows: Rows, some: readonly number[], groups: MatchedColumn): Rows {
  const wanted = new Uint8Array(groups.lists);
  for (const row of some) wanted[groups.numberIn(row)] = 1;
  return rows.filter((row) => wanted[groups.numberIn(row)] === 1);
}
type MatchedColumn = ReturnType<Columns['of']>;

type LookUps = Readonly<Record<'allRows' | 'wordRows' | 'beginningRows', StatementSync>>;

/** The rows that a search has looked up. */
class FoundRows implements MatchedIndex {
  readonly #statements: LookUps;
  readonly #columns: Columns;
  readonly #known = new Map<string, Rows>();

  constructor(statements: LookUps, columns: Columns) {
    this.#statements = statements;
    this.#columns = columns;
  }

  allRows(): Rows {
    return this.#once('', () => rowsOf(this.#statements.allRows.get()).sort());
  }

  rowsOf(query: TextQuery): Rows {
    const { field, tokens, isLastOpen } = query;
    const [token, second] = tokens;
    if (token === undefined) return noRows;
    const { wordRows, beginningRows } = this.#statements;
    const inWords = (given: TextQuery) =>
      this.#once(matchExpression(given), () => rowsOf(wordRows.get(matchExpression(given))));
    if (!isLastOpen || second !== undefined || !isShort(token)) return inWords(query);
    const beginning = phraseOf([fieldBeginning(field, token)]);
    const longer = this.#once(beginning, () => rowsOf(beginningRows.get(beginning)));
    return union(inWords({ ...query, isLastOpen: false }), longer);
  }

  tester(field: string, matches: (value: string | number) => boolean): (row: number) => boolean {
    return this.#columns.of(field).tester(matches);
  }

  #once(key: string, find: () => Rows): Rows {
    const known = this.#known.get(key);
    if (known) return known;
    const found = find();
    this.#known.set(key, found);
    return found;
  }
}

/** Reads row numbers with commas between them: SQLite and JSON pass on hundreds of thousands of them faster as one text. */
const rowsOf = (found: Record<string, unknown> | undefined): Rows =>
  Uint32Array.from(JSON.parse(`[${found?.rows ?? ''}]`));

/** Returns a query in FTS5's language. */
const matchExpression = ({ field, tokens, isLastOpen }: TextQuery): string =>
  `f${field} : ${phraseOf(tokens)}${isLastOpen ? ' *' : ''}`;
