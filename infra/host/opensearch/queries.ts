import * as z from 'zod/mini';
import type { IndexDefinition } from './collectionFile.ts';
import { shardError, unparsable } from './errors.ts';
import type { Value } from './mappings.ts';
import { tokenOf, tokensOf } from './tokens.ts';

/** Tokens that follow one another in a text field. */
export interface TextQuery {
  readonly kind: 'text';
  /** The number of the field among the text fields. */
  readonly field: number;
  /** Empty: matches nothing. */
  readonly tokens: readonly string[];
  /** Whether the last token may be the beginning of a longer one. */
  readonly isLastOpen: boolean;
}

/** A condition on a field that is not text. */
export interface ValueQuery {
  readonly kind: 'value';
  readonly field: string;
  matches(value: Value): boolean;
}

export interface BoolQuery {
  readonly kind: 'bool';
  /** All of these must match. They count for the score. */
  readonly must: readonly Query[];
  /** All of these must match. They do not count for the score. */
  readonly filter: readonly Query[];
  readonly should: readonly Query[];
  /** Whether one of `should` must match. Otherwise they only count for the score. */
  readonly needsShould: boolean;
  readonly mustNot: readonly Query[];
}

export interface ConstantQuery {
  readonly kind: 'constant';
  readonly filter: Query;
  readonly score: number;
}

export type Query = TextQuery | ValueQuery | BoolQuery | ConstantQuery;

/** OpenSearch, `indices.query.bool.max_clause_count`. */
const clausesMax = 1024;
/** OpenSearch, `index.max_terms_count`. */
const termsMax = 65_536;

/** What reading a query needs to know of its surroundings. */
interface Context {
  readonly index: IndexDefinition;
  /** Whether the order of hits depends on the score of the query. */
  readonly isScored: boolean;
}

/**
 * Parses a query (OpenSearch, "Query DSL"). Throws an OpenSearchError for everything that is not hosted, and for unknown fields. The host
 * does not know the relevance of words and values, so it refuses queries that OpenSearch would score by it.
 */
export function readQuery(context: Context, given: unknown): Query {
  const [kind, body] = onlyMember(given, 'query');
  const read = readers[kind];
  if (!read) throw unparsable(`unknown query [${kind}]`);
  const query = read(context, body, kind);
  if (context.isScored && (query.kind === 'text' || query.kind === 'value'))
    throw shardError(`The local host scores [${kind}] only within [constant_score]`);
  return query;
}

type Reader = (context: Context, body: unknown, kind: string) => Query;

const value = z.union([z.string(), z.number()]);
const termBody = z.strictObject({ value });
const prefixBody = z.strictObject({ value: z.string() });
const phraseBody = z.strictObject({ query: z.string() });
// FTS5 finds all endings, also where OpenSearch looks only for so many.
const openPhraseBody = z.strictObject({ query: z.string(), max_expansions: z.optional(z.int()) });
const rangeBody = z.strictObject({
  gt: z.optional(z.number()),
  gte: z.optional(z.number()),
  lt: z.optional(z.number()),
  lte: z.optional(z.number()),
});
const clauses = z.optional(
  z.pipe(
    z.union([z.array(z.unknown()), z.unknown()]),
    z.transform((one) => [one].flat()),
  ),
);
const boolBody = z.strictObject({
  must: clauses,
  filter: clauses,
  should: clauses,
  must_not: clauses,
  minimum_should_match: z.optional(z.literal([0, 1])),
});
const constantBody = z.strictObject({ filter: z.unknown(), boost: z._default(z.number(), 1) });

const readers: Readonly<Record<string, Reader>> = {
  term: ({ index }, body, kind) => {
    const [field, given] = onlyMember(body, kind);
    const { value: wanted } = parse(termBody, typeof given === 'object' ? given : { value: given }, kind);
    const text = index.textFields.indexOf(field);
    if (text < 0) return valueQuery(index, field, (one) => one === wanted);
    return textQuery(text, tokenOf(String(wanted)));
  },
  terms: ({ index }, body, kind) => {
    const [field, given] = onlyMember(body, kind);
    const wanted = parse(z.array(value), given, kind);
    if (wanted.length > termsMax)
      throw shardError(
        `The number of terms [${wanted.length}] used in the Terms Query request has exceeded the allowed maximum of [${termsMax}].`,
        'illegal_argument_exception',
      );
    const all = new Set<Value>(wanted);
    return valueQuery(index, field, (one) => all.has(one));
  },
  range: ({ index }, body, kind) => {
    const [field, given] = onlyMember(body, kind);
    const { gt, gte, lt, lte } = parse(rangeBody, given, kind);
    if (index.fields.get(field) === 'keyword')
      throw shardError(`The local host has no range of the keyword field [${field}]`);
    return valueQuery(
      index,
      field,
      (one) =>
        (gt === undefined || Number(one) > gt) &&
        (gte === undefined || Number(one) >= gte) &&
        (lt === undefined || Number(one) < lt) &&
        (lte === undefined || Number(one) <= lte),
    );
  },
  prefix: ({ index }, body, kind) => {
    const [field, given] = onlyMember(body, kind);
    const token = tokenOf(parse(prefixBody, given, kind).value);
    return textQuery(textField(index, field, kind), token, true);
  },
  match_phrase: ({ index }, body, kind) => {
    const [field, given] = onlyMember(body, kind);
    const tokens = tokensOf(parse(phraseBody, given, kind).query);
    return { kind: 'text', field: textField(index, field, kind), tokens, isLastOpen: false };
  },
  match_phrase_prefix: ({ index }, body, kind) => {
    const [field, given] = onlyMember(body, kind);
    const tokens = tokensOf(parse(openPhraseBody, given, kind).query);
    return { kind: 'text', field: textField(index, field, kind), tokens, isLastOpen: true };
  },
  bool: (context, body, kind) => {
    const { must = [], filter = [], should = [], must_not = [], ...given } = parse(boolBody, body, kind);
    if ([must, filter, should, must_not].some(({ length }) => length > clausesMax))
      throw shardError(`maxClauseCount is set to ${clausesMax}`, 'too_many_clauses');
    const { index } = context;
    const scored = (queries: readonly unknown[]) => queries.map((query) => readQuery(context, query));
    const unscored = (queries: readonly unknown[]) =>
      queries.map((query) => readQuery({ index, isScored: false }, query));
    const least = given.minimum_should_match ?? (must.length + filter.length > 0 ? 0 : 1);
    return {
      kind: 'bool',
      must: scored(must),
      filter: unscored(filter),
      should: scored(should),
      // OpenSearch asks for none if there is none, by default only.
      needsShould: least > 0 && (should.length > 0 || given.minimum_should_match !== undefined),
      mustNot: unscored(must_not),
    };
  },
  constant_score: ({ index }, body, kind) => {
    const { filter, boost } = parse(constantBody, body, kind);
    return { kind: 'constant', filter: readQuery({ index, isScored: false }, filter), score: boost };
  },
};

function valueQuery(index: IndexDefinition, field: string, matches: ValueQuery['matches']): ValueQuery {
  requireField(index, field);
  if (index.textFields.includes(field))
    throw shardError(`The local host does not compare the text field [${field}] with several values`);
  return { kind: 'value', field, matches };
}

const textQuery = (field: number, token: string | undefined, isLastOpen = false): TextQuery => ({
  kind: 'text',
  field,
  tokens: token === undefined ? [] : [token],
  isLastOpen,
});

function textField(index: IndexDefinition, field: string, kind: string): number {
  requireField(index, field);
  const number = index.textFields.indexOf(field);
  if (number < 0)
    throw shardError(`The local host has [${kind}] for text fields only, and not for [${field}]`);
  return number;
}

/** OpenSearch finds nothing by an unknown field. The host refuses it, so that nobody overlooks a wrong name. */
function requireField({ fields }: IndexDefinition, field: string): void {
  if (!fields.has(field))
    throw shardError(`No field mapping can be found for the field with name [${field}]`);
}

function onlyMember(given: unknown, where: string): [name: string, value: unknown] {
  const members = typeof given === 'object' && given !== null ? Object.entries(given) : [];
  const [member] = members;
  if (Array.isArray(given) || !member || members.length > 1)
    throw unparsable(`[${where}] malformed query, expected an object with one member`);
  return member;
}

/** Parses a part of a search with a strict schema. Throws an OpenSearchError that names the part and the member of it. */
export function parse<S extends z.ZodMiniType>(schema: S, given: unknown, where: string): z.output<S> {
  const parsed = z.safeParse(schema, given);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown) throw unparsable(`[${where}] does not support [${unknown.keys[0]}]`);
  throw unparsable(`[${where}] does not support this value of [${issues[0]?.path.join('.')}]`);
}
