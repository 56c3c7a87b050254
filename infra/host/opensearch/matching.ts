import type { BoolQuery, Query, TextQuery, ValueQuery } from './queries.ts';
import { difference, filtered, intersection, noRows, type Rows, union } from './rowSets.ts';

type RowTest = (row: number) => boolean;

/** What matching needs of an index. */
export interface MatchedIndex {
  allRows(): Rows;
  rowsOf(query: TextQuery): Rows;
  testOf(query: ValueQuery): RowTest;
}

/** What a part of a query adds to the scores of some entries. */
export interface Score {
  readonly rows: Rows;
  readonly constant: number;
}

export interface Matches {
  readonly rows: Rows;
  readonly scores: readonly Score[];
}

/**
 * Returns the entries that match a query, and what they score.
 *
 * @param within only these entries are looked at. Undefined: all
 */
export function match(index: MatchedIndex, query: Query, within?: Rows): Matches {
  const isMatch = testOf(index, query);
  if (isMatch) return { rows: filtered(within ?? index.allRows(), isMatch), scores: [] };
  switch (query.kind) {
    case 'text': {
      const rows = index.rowsOf(query);
      return { rows: within ? intersection(within, rows) : rows, scores: [] };
    }
    case 'constant': {
      const { rows } = match(index, query.filter, within);
      return { rows, scores: [{ rows, constant: query.score }] };
    }
    case 'bool':
      return matchBool(index, query, within);
    case 'value':
      throw new Error('A condition on values is a test.');
  }
}

/** Returns a test of a row for queries that are only about values. */
function testOf(index: MatchedIndex, query: Query): RowTest | undefined {
  if (query.kind === 'value') return index.testOf(query);
  // The other queries of `should` are for the score.
  if (query.kind !== 'bool' || (query.should.length > 0 && !query.needsShould)) return undefined;
  const all = testsOf(index, [...query.must, ...query.filter]);
  const some = testsOf(index, query.should);
  const none = testsOf(index, query.mustNot);
  if (!all || !some || !none) return undefined;
  const { needsShould } = query;
  return (row) =>
    all.every((test) => test(row)) &&
    (!needsShould || some.some((test) => test(row))) &&
    !none.some((test) => test(row));
}

function testsOf(index: MatchedIndex, queries: readonly Query[]): RowTest[] | undefined {
  const tests = queries.map((query) => testOf(index, query));
  return tests.every((test) => test !== undefined) ? tests : undefined;
}

function matchBool(index: MatchedIndex, query: BoolQuery, within?: Rows): Matches {
  let rows = within;
  const scores: Score[] = [];
  // Words come first. Then values are compared only for entries with these words.
  const needed = [...query.must, ...query.filter].sort((a, b) => Number(hasText(b)) - Number(hasText(a)));
  for (const one of needed) {
    const matches = match(index, one, rows);
    rows = matches.rows;
    if (query.must.includes(one)) scores.push(...matches.scores);
  }
  if (query.needsShould) {
    const some = query.should.map((one) => match(index, one, rows));
    rows = some.reduce((all, matches) => union(all, matches.rows), noRows);
    scores.push(...some.flatMap((matches) => matches.scores));
  }
  let left = rows ?? index.allRows();
  for (const one of query.mustNot) left = difference(left, match(index, one, left).rows);
  if (!query.needsShould) scores.push(...query.should.flatMap((one) => match(index, one, left).scores));
  return {
    rows: left,
    scores: scores.map((score) => ({ ...score, rows: intersection(score.rows, left) })),
  };
}

function hasText(query: Query): boolean {
  if (query.kind === 'constant') return hasText(query.filter);
  if (query.kind !== 'bool') return query.kind === 'text';
  return [...query.must, ...query.filter, ...(query.needsShould ? query.should : [])].some(hasText);
}
