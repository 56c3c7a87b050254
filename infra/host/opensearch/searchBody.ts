import * as z from 'zod/mini';
import type { IndexDefinition } from './collectionFile.ts';
import { illegalArgument, shardError } from './errors.ts';
import { parse, type Query, readQuery } from './queries.ts';

/** OpenSearch, `index.max_result_window`. */
export const resultWindow = 10_000;
/** OpenSearch counts hits up to this number, unless a request says otherwise (`track_total_hits`). */
export const countedByDefault = 10_000;

/** A field, or the score, by which hits are sorted. */
export interface SortKey {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}
export const scoreField = '_score';

export interface SearchRequest {
  readonly query: Query;
  readonly from: number;
  readonly size: number;
  readonly sort: readonly SortKey[];
  /** The field of which each value is one hit, its best entry. Undefined: each entry is a hit. */
  readonly collapse: string | undefined;
  /** The fields of the answer. */
  readonly source: readonly string[];
  /** The largest number of hits that is counted exactly. 0: none are counted */
  readonly countedHits: number;
}

const order = z.enum(['asc', 'desc']);
const bodySchema = z.strictObject({
  query: z.optional(z.unknown()),
  from: z._default(z.int().check(z.gte(0)), 0),
  size: z._default(z.int().check(z.gte(0)), 10),
  sort: z._default(z.array(z.record(z.string(), order)), [{ [scoreField]: 'desc' }]),
  collapse: z.optional(z.strictObject({ field: z.string() })),
  _source: z._default(z.array(z.string()), []),
  track_total_hits: z.optional(z.boolean()),
});

/** Parses the body of a search. Throws an OpenSearchError for everything that is not hosted, and for unknown fields. */
export function readSearch(index: IndexDefinition, given: unknown): SearchRequest {
  const {
    from,
    size,
    collapse,
    _source: source,
    track_total_hits: counts,
    ...body
  } = parse(bodySchema, given, 'search');
  if (from + size > resultWindow)
    throw shardError(
      `Result window is too large, from + size must be less than or equal to: [${resultWindow}] but was [${from + size}].`,
      'illegal_argument_exception',
    );
  const { fields } = index;
  const sort = body.sort.flatMap((keys) =>
    Object.entries(keys).map(([field, order]): SortKey => ({ field, order })),
  );
  for (const { field } of sort) if (field !== scoreField) requireSortable(index, field);
  if (collapse && !fields.has(collapse.field))
    throw shardError(`no mapping found for \`${collapse.field}\` in order to collapse on`, illegal);
  if (collapse && fields.get(collapse.field) === 'text')
    throw shardError(
      `unknown type for collapse field \`${collapse.field}\`, only keywords and numbers are accepted`,
      illegal,
    );
  const withheld = source.find((field) => fields.get(field) === 'text');
  if (withheld !== undefined)
    throw illegalArgument(`The local host does not keep the text field [${withheld}] for [_source]`);
  return {
    query: readQuery(
      { index, isScored: size > 0 && sort.some(({ field }) => field === scoreField) },
      body.query,
    ),
    from,
    size,
    sort,
    collapse: collapse?.field,
    source,
    countedHits: counts === undefined ? countedByDefault : counts ? Number.POSITIVE_INFINITY : 0,
  };
}

const illegal = 'illegal_argument_exception';

function requireSortable({ fields }: IndexDefinition, field: string): void {
  const type = fields.get(field);
  if (!type) throw shardError(`No mapping found for [${field}] in order to sort on`);
  if (type === 'text')
    throw shardError(
      `Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default: [${field}]`,
      illegal,
    );
}
