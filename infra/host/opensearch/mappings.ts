import * as z from 'zod/mini';
import { alreadyExists, illegalArgument, OpenSearchError, parseJson } from './errors.ts';

/** The types of fields that are hosted (OpenSearch, "Supported field types"). */
const keyword = z.strictObject({ type: z.literal('keyword') });
const number = z.strictObject({ type: z.enum(['integer', 'long']) });
const text = z.strictObject({ type: z.literal('text'), analyzer: z.literal('whitespace') });
const mappingsSchema = z.strictObject({
  dynamic: z.literal('strict'),
  properties: z.record(z.string(), z.union([keyword, number, text])),
});
const createSchema = z.strictObject({ mappings: mappingsSchema });

/** The index of beginnings has the number of the field in one digit. */
const textFieldsMax = 10;

export type FieldType = 'keyword' | 'integer' | 'long' | 'text';
export type Fields = ReadonlyMap<string, FieldType>;

/** Parses the body of a request that creates an index. Throws an OpenSearchError for everything that is not hosted. */
export function readMappings(body: string): Record<string, FieldType> {
  const parsed = z.safeParse(createSchema, parseJson(body));
  if (!parsed.success)
    throw illegalArgument(`The local host does not host such an index: ${z.prettifyError(parsed.error)}`);
  const { properties } = parsed.data.mappings;
  const textFields = Object.values(properties).filter(({ type }) => type === 'text').length;
  if (textFields < 1 || textFields > textFieldsMax)
    throw illegalArgument(`The local host hosts indexes with 1 to ${textFieldsMax} text fields`);
  return Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, type]));
}

/** OpenSearch, "Create index": the naming restrictions, without characters that file systems or URLs change. */
const indexName = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** Throws an OpenSearchError if there can be no index with this name, or if there is one. */
export function requireNewName(name: string, existing: Iterable<string>): void {
  if (!indexName.test(name))
    throw new OpenSearchError(400, 'invalid_index_name_exception', `Invalid index name [${name}]`);
  for (const other of existing) if (other === name) throw alreadyExists(name);
}

/** A value of a field that is not text. */
export type Value = string | number;

/** An entry as it is stored. */
export interface Entry {
  /** The fields that are not text, as the request has them. */
  readonly source: Readonly<Record<string, unknown>>;
  /** The text fields by their names. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Reads an entry of an index. Throws an OpenSearchError as OpenSearch does for a strict mapping. */
export function readEntry(fields: Fields, id: string, given: Readonly<Record<string, unknown>>): Entry {
  const source: Record<string, unknown> = {};
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const type = fields.get(name);
    if (!type)
      throw new OpenSearchError(
        400,
        'strict_dynamic_mapping_exception',
        `mapping set to strict, dynamic introduction of [${name}] within [_doc] is not allowed`,
      );
    if (value === null) continue;
    if (type === 'text' && typeof value === 'string') texts[name] = value;
    else if (type !== 'text' && [value].flat().every((one) => isOfType(type, one))) source[name] = value;
    else
      throw new OpenSearchError(
        400,
        'mapper_parsing_exception',
        `failed to parse field [${name}] of type [${type}] in document with id '${id}'`,
      );
  }
  return { source, texts };
}

const integerMax = 2 ** 31 - 1;

const isOfType = (type: FieldType, value: unknown): boolean =>
  type === 'keyword'
    ? typeof value === 'string'
    : Number.isSafeInteger(value) && (type === 'long' || Math.abs(Number(value)) <= integerMax);
