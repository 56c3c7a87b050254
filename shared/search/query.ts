import type { DocumentId } from '../contract/identifiers.ts';
import type { Sought, SoughtPart } from './sought.ts';
import { beginningWith, phraseOf, type TokenPhrase } from './tokens.ts';

/** A condition on entries in OpenSearch's query language, as far as every engine of the service has it. */
export type Filter =
  | { readonly term: Readonly<Record<string, string | number>> }
  | { readonly terms: Readonly<Record<string, readonly string[]>> }
  | {
      readonly range: Readonly<
        Record<
          string,
          { readonly gte?: number; readonly lt?: number; readonly lte?: number; readonly gt?: number }
        >
      >;
    }
  | {
      readonly bool: {
        readonly filter?: readonly Filter[];
        readonly should?: readonly Filter[];
        readonly must_not?: readonly Filter[];
        readonly minimum_should_match?: 1;
      };
    };

/** The entries among which a search looks. They are decided before the engine is asked. */
export interface Scope {
  /** Documents whose pages, title and description are searched: those that meet one of these conditions. */
  readonly whole: readonly Filter[];
  /** Documents of which only the title is searched: those that meet one of these conditions. */
  readonly titles: readonly Filter[];
  /** Conditions on all entries. */
  readonly all: readonly Filter[];
  /** Documents that are not searched, because the index may know an earlier state of their rights. */
  readonly hidden: readonly DocumentId[];
}

export interface Range {
  /** The number of hits before these. */
  readonly from: number;
  readonly size: number;
  /** Whether each entry is a hit by itself. Otherwise a document is one hit, its best entry. */
  readonly isEachPage: boolean;
}

/** The engine finds at most this many hits of a search (OpenSearch, `index.max_result_window`). */
export const resultWindow = 10_000;
/** A phrase with an open end is found by at most this many endings. */
const endingsMax = 1000;
/** Puts hits in titles before hits in pages. No text has such a score. */
const titleBoost = 1000;

/**
 * Returns the body of a request to find entries (OpenSearch, "Search API"). Returns undefined if nothing is in the scope, so that no engine
 * need be asked.
 */
export function searchBody(sought: Sought, { whole, titles, all, hidden }: Scope, range: Range) {
  const branches = [
    ...(whole.length > 0 ? [branch(sought, 'words', [anyOf(whole)])] : []),
    ...(titles.length > 0 ? [branch(sought, 'title', [{ term: { page: 0 } }, anyOf(titles)])] : []),
  ];
  if (branches.length === 0) return undefined;
  return {
    from: range.from,
    size: range.size,
    _source: ['document_id', 'version_id', 'page'],
    track_total_hits: false,
    ...(range.isEachPage ? {} : { collapse: { field: 'document_id' } }),
    // Ties have an order too, so that no hit is on two pages of an answer.
    sort: [{ _score: 'desc' }, { document_id: 'desc' }, { page: 'asc' }],
    query: {
      bool: {
        filter: all,
        must: [{ bool: { should: branches, minimum_should_match: 1 } }],
        should: [{ constant_score: { filter: { term: { page: 0 } }, boost: titleBoost } }],
        must_not: hidden.length > 0 ? [{ terms: { document_id: hidden } }] : [],
      },
    },
  };
}
export type SearchBody = NonNullable<ReturnType<typeof searchBody>>;

const anyOf = (conditions: readonly Filter[]): Filter => {
  const [only] = conditions;
  return conditions.length === 1 && only ? only : { bool: { should: conditions, minimum_should_match: 1 } };
};

const branch = ({ wanted, excluded }: Sought, field: string, filter: readonly Filter[]) => ({
  bool: {
    filter,
    must: wanted.map((part) => clauseOf(part, field)),
    must_not: excluded.map((part) => clauseOf(part, field)),
  },
});

/**
 * A part scores the same in each entry. The engine's own score of a word depends on the number of all entries that have it, those of other
 * organizations too, so the order of hits would tell which words stand in texts that the caller may not read.
 */
function clauseOf({ words, isPhrase }: SoughtPart, field: string) {
  const { tokens, isLastOpen } = isPhrase ? phraseOf(words) : beginningWith(words[0]);
  const [token = ''] = tokens;
  if (tokens.length > 1) return scoringOne(severalTokens({ tokens, isLastOpen }, field));
  const whole = scoringOne({ term: { [field]: { value: token } } });
  // The whole word counts more than its beginning.
  return isLastOpen
    ? { bool: { must: [scoringOne({ prefix: { [field]: { value: token } } })], should: [whole] } }
    : whole;
}

const scoringOne = (filter: object) => ({ constant_score: { filter, boost: 1 } });

const severalTokens = ({ tokens, isLastOpen }: TokenPhrase, field: string) => {
  const query = tokens.join(' ');
  return isLastOpen
    ? { match_phrase_prefix: { [field]: { query, max_expansions: endingsMax } } }
    : { match_phrase: { [field]: { query } } };
};
