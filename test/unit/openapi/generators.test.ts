/** What generators of clients need of the document. `npm run clients` tries the generators themselves. */
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../../shared/openapi/document.ts';
import type { JsonSchema } from '../../../shared/openapi/model.ts';
import { pascalCase, withConstants } from '../../../shared/openapi/names.ts';

const document = openApiDocument();
const { paths, webhooks, components } = document;
const operationsIn = (items: typeof paths) => Object.values(items).flatMap((item) => Object.values(item));

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Lists all objects of the document outside of examples, with their places. */
function nodesIn(value: unknown, place = '#'): [place: string, node: Node][] {
  if (!isNode(value)) return [];
  const inside = Object.entries(value).filter(([key]) => key !== 'example' && key !== 'examples');
  const self: [string, Node][] = Array.isArray(value) ? [] : [[place, value]];
  return [...self, ...inside.flatMap(([key, one]) => nodesIn(one, `${place}/${key}`))];
}
const nodes = nodesIn(document);
const placesOf = (has: (node: Node) => boolean): string[] =>
  nodes.filter(([, node]) => has(node)).map(([place]) => place);

/** Returns the values that occur more than once. */
const repeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

describe('names differ in all spellings of generated code', () => {
  const spelled = (names: readonly string[]) => names.map((name) => pascalCase(name).toLowerCase());

  test('of components', () => {
    const all = Object.values(components).flatMap((kind) => Object.keys(kind));
    expect(all.length).toBeGreaterThan(200);
    expect(repeated(spelled(all))).toEqual([]);
  });

  test('of operations and webhooks', () => {
    const ids = [paths, webhooks].flatMap(operationsIn).map(({ operationId }) => operationId);
    expect(repeated(spelled(ids))).toEqual([]);
  });

  test('of tags', () => {
    expect(repeated(spelled(document.tags.map(({ name }) => name)))).toEqual([]);
  });

  test('of the fields of an object', () => {
    const clashing = nodes.flatMap(([place, { properties }]) =>
      isNode(properties) && repeated(spelled(Object.keys(properties))).length > 0 ? [place] : [],
    );
    expect(clashing).toEqual([]);
  });
});

describe('constants of enumerations', () => {
  const constantsIn = (schemas: Readonly<Record<string, JsonSchema>>) =>
    Object.values(schemas).flatMap(
      (schema) =>
        schema['x-enum-varnames'] ??
        (schema.enum ?? []).map((value) => String(value).replace(/\W/g, '_').toUpperCase()),
    );

  test('differ in the whole document', () => {
    expect(repeated(constantsIn(components.schemas))).toEqual([]);
  });

  test('have the name of their enumeration only where two enumerations have the value', () => {
    const schemas = { FirstKind: { enum: ['a-b', 'only'] }, SecondKind: { enum: ['a_b'] }, Other: {} };

    expect(withConstants(schemas)).toEqual({
      FirstKind: { enum: ['a-b', 'only'], 'x-enum-varnames': ['FIRST_KIND_A_B', 'ONLY'] },
      SecondKind: { enum: ['a_b'], 'x-enum-varnames': ['SECOND_KIND_A_B'] },
      Other: {},
    });
  });
});

test('webhooks have a tag of their own, and written-out headers', () => {
  const operations = operationsIn(webhooks);
  const tags = new Set(operations.flatMap(({ tags = [] }) => tags));

  expect(operations.every(({ tags = [] }) => tags.length === 1)).toBe(true);
  expect(operationsIn(paths).filter(({ tags: [tag = ''] = [] }) => tags.has(tag))).toEqual([]);
  expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining([...tags]));
  expect(operations.flatMap(({ parameters = [] }) => parameters).filter((one) => '$ref' in one)).toEqual([]);
});

test('each component is used outside of webhooks, because generators leave out the others', () => {
  const { webhooks: _, ...rest } = document;
  const text = JSON.stringify(rest);
  const names = (['schemas', 'parameters', 'responses', 'headers'] as const).flatMap((kind) =>
    Object.keys(components[kind]).map((name) => `#/components/${kind}/${name}`),
  );

  expect(names.filter((name) => !text.includes(`"${name}"`))).toEqual([]);
});

test('no pattern stands beside a date format', () => {
  const dates = nodes.filter(([, { format }]) => String(format).startsWith('date'));

  expect(dates.length).toBeGreaterThan(3);
  expect(dates.filter(([, node]) => 'pattern' in node)).toEqual([]);
});

test('a reference to a schema has no keywords of a schema beside it', () => {
  const annotations = new Set(['$ref', 'description', 'default', 'x-extension']);
  const mixed = placesOf((node) => '$ref' in node && Object.keys(node).some((key) => !annotations.has(key)));

  expect(mixed).toEqual([]);
});

test('an error has the schema of its format, and no other', () => {
  const responses = [
    ...Object.values(components.responses),
    ...operationsIn(paths).flatMap(({ responses }) => Object.values(responses)),
  ];
  const schemas = responses.flatMap((response) =>
    'headers' in response && response.headers && 'X-Error-Code' in response.headers
      ? Object.entries(response.content ?? {})
      : [],
  );
  const found = new Set(schemas.map(([type, { schema }]) => `${type} ${JSON.stringify(schema)}`));
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  expect(found).toEqual(
    new Set([
      `application/json ${JSON.stringify(to('Error'))}`,
      `application/json ${JSON.stringify({ anyOf: [to('Error'), to('GatewayError')] })}`,
      `application/json ${JSON.stringify(to('GatewayError'))}`,
      `application/problem+json ${JSON.stringify(to('Problem'))}`,
    ]),
  );
});

test('events are told apart by their type', () => {
  const { oneOf = [], discriminator } = components.schemas.DeliveredEvent ?? {};

  expect(oneOf.length).toBeGreaterThan(20);
  expect(Object.values(discriminator?.mapping ?? {})).toEqual(oneOf.map(({ $ref }) => $ref));
  for (const [type, ref] of Object.entries(discriminator?.mapping ?? {})) {
    const { const: only, pattern = '' } = components.schemas[ref.replace(/.*\//, '')]?.properties?.type ?? {};
    const matching = Object.keys(discriminator?.mapping ?? {}).filter((one) => new RegExp(pattern).test(one));
    expect([only, matching]).toEqual([type, [type]]);
  }
});
