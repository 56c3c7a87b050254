import fc, { type Arbitrary } from 'fast-check';
import { addressLike, zoneName } from '../../shared/contract/text.ts';
import { openApiDocument } from '../../shared/openapi/document.ts';
import type { JsonSchema } from '../../shared/openapi/model.ts';

const { schemas } = openApiDocument().components;

/** The length of generated texts. Longer texts find no more errors than these. Tests of limits have texts of the maximum length. */
const longest = 300;

/** Values that a schema of the OpenAPI document allows. */
export function valuesOf(schema: JsonSchema): Arbitrary<unknown> {
  const { $ref, const: only, enum: values, anyOf, type } = schema;
  if ($ref !== undefined) return valuesOf(schemas[$ref.replace(/.*\//, '')] ?? {});
  if (only !== undefined) return fc.constant(only);
  if (values) return fc.constantFrom(...values);
  if (anyOf) return fc.oneof(...anyOf.map(valuesOf));
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one })));
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'string') return texts(schema);
  if (type === 'integer') return fc.integer({ min: schema.minimum ?? -10, max: schema.maximum ?? 1000 });
  if (type === 'array')
    return fc.array(valuesOf(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 5 });
  if (type === 'object') return objects(schema);
  return anyValue;
}

function texts({ pattern, format, minLength = 0, maxLength = longest }: JsonSchema): Arbitrary<string> {
  // Most operations take times of the future only, and no end before its beginning.
  if (format === 'date-time') return fc.constantFrom('2100-01-01T00:00:00Z', '2100-01-01T01:00:00.000+01:00');
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'] });
  // The service refuses many texts of this pattern, because it checks addresses more strictly than a pattern can.
  if (pattern === addressLike.source) return fc.emailAddress();
  if (pattern === zoneName.source)
    return fc.constantFrom('Europe/Berlin', 'America/Argentina/Ushuaia', 'UTC', 'Etc/GMT+5');
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  // Texts with replacement characters are left out, because decoders insert these characters for invalid bytes. A schema cannot express
  // this.
  const texts = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, longest) });
  return texts.filter((text) => !text.includes('\uFFFD'));
}

function objects({ properties = {}, required = [] }: JsonSchema): Arbitrary<object> {
  const values = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valuesOf(one)]));
  return fc.record(values, { requiredKeys: [...required] });
}

/** Any text, including characters that people do not type. */
export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
  fc.constantFrom('', ' ', '\0', '0', '-1', 'null', '[]', '../..', "' OR 1=1", '\u202e', '9'.repeat(400)),
);

export const anyValue: Arbitrary<unknown> = fc.oneof(fc.jsonValue(), anyText, fc.constant(null));

/** Objects that a schema allows, except that one property has any value, is missing, or is unknown. */
export const almost = (schema: JsonSchema): Arbitrary<unknown> => {
  const { properties = {} } = schemas[schema.$ref?.replace(/.*\//, '') ?? ''] ?? schema;
  const name = fc.oneof(fc.constantFrom(...Object.keys(properties), 'unknown'), anyText);
  return fc
    .tuple(valuesOf(schema), name, fc.oneof(anyValue, fc.constant(undefined)))
    .map(([value, changed, to]) => ({ ...Object(value), [changed]: to }));
};
