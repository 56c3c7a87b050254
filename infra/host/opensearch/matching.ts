import type { BoolQuery, Query, TextQuery } from './queries.ts';
import { difference, filtered, intersection, noRows, type Rows, union } from './rowSets.ts';

/** What a query counts for the entries that match it: a number for each of them, or the relevance of a phrase. */
export type Score = { readonly rows: Rows } & (
  | { readonly constant: number }
  | { readonly phrase: TextQuery }
);

export interface Matches {
  readonly rows: Rows;
  readonly scores: readonly Score[];
}

/** What matching needs of an index. */
export interface MatchedIndex {
  allRows(): Rows;
  rowsOf(query: TextQuery): Rows;
  tester(field: string, matches: (value: string | number) => boolean): (row: number) => boolean;
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
      const all = index.rowsOf(query);
      const rows = within ? intersection(within, all) : all;
      return { rows, scores: [{ rows, ...scoreOf(query) }] };
    }
    case 'bool':
      return matchBool(index, query, within);
    case 'constant': {
      const { rows } = match(index, query.filter, within);
      return { rows, scores: [{ rows, constant: query.score }] };
    }
    case 'value':
      throw new Error('Conditions on values are tests.');
  }
}

/** The beginning of a word counts 1, as in OpenSearch. */
const scoreOf = (query: TextQuery) =>
  query.isLastOpen && query.tokens.length === 1 ? { constant: 1 } : { phrase: query };

/** Returns a test of a row for queries about values only, which score nothing that changes an order. */
function testOf(index: MatchedIndex, query: Query): ((row: number) => boolean) | undefined {
  if (query.kind === 'value') return index.tester(query.field, query.matches);
  if (query.kind !== 'bool' || query.must.length > 0) return undefined;
  const { filter, should, needsShould, mustNot } = query;
  const [all, some, none] = [filter, needsShould ? should : [], mustNot].map((queries) =>
    queries.map((one) => testOf(index, one)),
  );
  if (!needsShould && should.length > 0) return undefined;
  const isComplete = (tests: typeof all): tests is ((row: number) => boolean)[] =>
    tests?.every((test) => test !== undefined) ?? false;
  if (!isComplete(all) || !isComplete(some) || !isComplete(none)) return undefined;
  return (row) =>
    all.every((test) => test(row)) &&
    (!needsShould || some.some((test) => test(row))) &&
    !none.some((test) => test(row));
}

function matchBool(index: MatchedIndex, query: BoolQuery, within?: Rows): Matches {
  let rows = within;
  const scores: Score[] = [];
  // Words first: the others are then compared only for entries with these words.
  const needed = [
    ...query.must.map((one) => ({ one, counts: true })),
    ...query.filter.map((one) => ({ one, counts: false })),
  ].sort((a, b) => Number(hasText(b.one)) - Number(hasText(a.one)));
  for (const { one, counts } of needed) {
    const matches = match(index, one, rows);
    rows = matches.rows;
    if (counts) scores.push(...matches.scores);
  }
  if (query.needsShould) {
    const some = query.should.map((one) => match(index, one, rows));
    rows = some.reduce((all, matches) => union(all, matches.rows), noRows);
    scores.push(...some.flatMap((matches) => matches.scores));
  }
  rows ??= index.allRows();
  for (const one of query.mustNot) rows = difference(rows, match(index, one, rows).rows);
  if (!query.needsShould) scores.push(...query.should.flatMap((one) => optionalScores(index, one, rows)));
  const own = rows;
  return { rows, scores: scores.map((score) => ({ ...score, rows: intersection(score.rows, own) })) };
}

/** Returns what a query scores that need not match. The entries with a phrase are found when its relevance is asked for. */
function optionalScores(index: MatchedIndex, query: Query, rows: Rows = noRows): readonly Score[] {
  if (query.kind !== 'text') return match(index, query, rows).scores;
  const score = scoreOf(query);
  return 'phrase' in score ? [{ rows, ...score }] : match(index, query, rows).scores;
}

function hasText(query: Query): boolean {
  if (query.kind === 'constant') return hasText(query.filter);
  if (query.kind !== 'bool') return query.kind === 'text';
  return [...query.must, ...query.filter, ...(query.needsShould ? query.should : [])].some(hasText);
}
