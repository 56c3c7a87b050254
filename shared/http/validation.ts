import * as z from 'zod/mini';
import { ApiError, type Issue } from '../access/errors.ts';
import type { OperationContract } from '../contract/operation.ts';

type Place = 'path' | 'query' | 'body';
interface Part {
  readonly schema: z.ZodMiniType;
  readonly value: unknown;
}

/** A request can be larger than a response may be, so the response repeats at most this much. */
const maxIssues = 100;
const maxNameLength = 100;
const maxValueLength = 1000;

/** Returns a name that clients sent, short enough to repeat. */
export const shortened = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;

/** Returns the value if it is short enough to repeat; null otherwise. */
function echoed(value: unknown): unknown {
  try {
    return (JSON.stringify(value) ?? '').length > maxValueLength ? null : value;
  } catch {
    // It is nested too deeply for JSON.stringify, although JSON.parse has read it.
    return null;
  }
}

/** zod/mini has no locale texts: it uses this message where a schema names none. */
const noMessage = 'Invalid input';

const describe = (issue: z.core.$ZodIssue): string => {
  if (issue.message !== noMessage) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${issue.expected === 'object' || issue.expected === 'array' ? 'an' : 'a'} ${issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    default:
      return 'is not valid';
  }
};

/** Returns a hint for times in a query. In a query, a plus sign means a space, so an offset such as +02:00 is refused. */
const adviceFor = (place: Place, issue: z.core.$ZodIssue): string =>
  place === 'query' && issue.code === 'invalid_format' && issue.format === 'datetime'
    ? ' (in a query string, + is written %2B)'
    : '';

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inside, key) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, key) : undefined),
    value,
  );

/** An empty string counts as a missing field where text is required (specification 7.1). */
const isMissing = (issue: z.core.$ZodIssue, value: unknown): boolean =>
  value === undefined || (issue.code === 'custom' && issue.params?.empty === true);

/** Returns the name of a field: `items[3].name` in one of several items, and `rules.end` elsewhere. */
const nameOf = ([first, ...inside]: readonly PropertyKey[]): string =>
  first === 'items' && typeof inside[0] === 'number'
    ? [`items[${inside[0]}]`, ...inside.slice(1).map(String)].join('.')
    : [first, ...inside].map(String).join('.');

function issuesOf(place: Place, sent: unknown, issue: z.core.$ZodIssue): Issue[] {
  const name = (path: readonly PropertyKey[]) => (path.length > 0 ? shortened(nameOf(path)) : null);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, maxIssues).map((key) => {
      const param = name([...issue.path, key]);
      const message = `${param} is not a field of this request.`;
      return {
        code: 'unknown_field',
        location: `${place}.${param}`,
        param,
        message,
        value: echoed(valueAt(sent, [...issue.path, key])),
      };
    });

  const param = name(issue.path);
  const value = valueAt(sent, issue.path);
  const missing = param !== null && isMissing(issue, value);
  if (place === 'body' && param === null && issue.code === 'invalid_type')
    return [{ code: 'invalid_json', location: 'body', param, message: 'The body is not a JSON object.' }];
  return [
    {
      code: missing ? 'missing_required_field' : 'invalid_value',
      location: param === null ? place : `${place}.${param}`,
      param,
      message: `${param ?? 'The body'} ${value === undefined && missing ? 'is required' : describe(issue) + adviceFor(place, issue)}.`,
      value: echoed(value),
      malformed: issue.code === 'custom' && issue.params?.malformed === true,
      unprocessable: issue.code === 'custom' && issue.params?.unprocessable === true,
    },
  ];
}

/** Sorts missing fields first, because they explain the other issues. */
const byImportance = (a: Issue, b: Issue): number =>
  Number(b.code === 'missing_required_field') - Number(a.code === 'missing_required_field');

/** Returns all issues of the parts of a request, and the parsed values. */
function check<P extends Place>(parts: Readonly<Record<P, Part>>) {
  const issues: Issue[] = [];
  const parsed = {} as Record<P, unknown>;
  for (const place of Object.keys(parts) as P[]) {
    const { schema, value } = parts[place];
    const result = z.safeParse(schema, value);
    parsed[place] = result.data;
    if (!result.success)
      issues.push(
        ...result.error.issues.flatMap((issue) => issuesOf(place, value, issue)).sort(byImportance),
      );
  }
  return { issues, parsed };
}

/** The message of an error names at most this many unknown fields beside its first issue. */
const maxNamedFields = 5;

/** Throws an ApiError for the first issue. Its message also names unknown fields: one of them may be the missing field, misspelt. */
function refuseAny(issues: readonly Issue[]): void {
  const [first, ...others] = issues.slice(0, maxIssues);
  if (!first) return;
  const unknown = others.filter(({ code, param }) => code === 'unknown_field' && param !== null);
  const named = unknown.slice(0, maxNamedFields).map(({ message }) => message);
  throw new ApiError(first.code, [first.message, ...named].join(' '), first.param, [first, ...others]);
}

/**
 * Throws for the fields of a form that has unknown ones. The error lists the issues of the others too, and missing fields come first.
 *
 * @param value the known fields
 */
export function refuseFields(schema: z.ZodMiniType, value: unknown, unknown: readonly Issue[]): void {
  refuseAny([...check({ body: { schema, value } }).issues, ...unknown]);
}

/** Empty pieces of a query, as in `?&&`, have neither a name nor a value, and are ignored. */
const unnamed = (values: readonly string[]): Issue => ({
  code: 'unknown_field',
  location: 'query',
  param: null,
  message: 'The query has a value without a name.',
  value: echoed(values.length === 1 ? values[0] : values),
  unprocessable: true,
});

/**
 * Throws for query parameters that are unknown or sent twice. Otherwise a misspelt filter would filter nothing, and nobody would notice.
 * The error also lists the other issues of the query.
 *
 * @param sent all values of each query parameter
 */
export function checkQueryNames(
  { query }: Pick<OperationContract, 'query'>,
  sent: Readonly<Record<string, readonly string[] | undefined>> | null | undefined,
): void {
  const known = Object.keys(query.shape);
  const all = Object.entries(sent ?? {});
  const wrong = all.flatMap(([name, values = []]) => {
    const param = shortened(name);
    const issue = (code: Issue['code'], message: string): Issue => ({
      code,
      location: `query.${param}`,
      param,
      message: `${param} ${message}.`,
      value: echoed(values.length === 1 ? values[0] : values),
      unprocessable: true,
    });
    if (name === '') return values.some((value) => value !== '') ? unnamed(values) : [];
    if (!known.includes(name))
      return issue(
        'unknown_field',
        `is not a query parameter. This operation has ${known.length === 0 ? 'none' : known.join(', ')}`,
      );
    return values.length > 1 ? issue('invalid_value', 'must be sent only once') : [];
  });
  if (wrong.length === 0) return;
  const once = all.flatMap(([name, values = []]) => (values.length === 1 ? [[name, values[0]]] : []));
  refuseAny([...wrong, ...check({ query: { schema: query, value: Object.fromEntries(once) } }).issues]);
}

/**
 * Checks path, query and body in one pass and returns their parsed values. Throws an ApiError that lists all issues, each with its
 * location.
 */
export function validate({ path, query, body }: Readonly<Record<Place, Part>>): Record<Place, unknown> {
  const { issues, parsed } = check({ path, query, body });
  refuseAny(issues);
  return parsed;
}
