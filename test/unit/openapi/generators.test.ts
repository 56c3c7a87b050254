/** What generators of clients need of the document. `npm run clients` tries the generators themselves. */
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../../shared/openapi/document.ts';
import type { JsonSchema } from '../../../shared/openapi/model.ts';
import { pascalCase } from '../../../shared/openapi/names.ts';

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

/** Returns the values that occur more than once. */
const repeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

describe('names differ in all spellings of generated code', () => {
  const spelled = (names: readonly string[]) => names.map((name) => pascalCase(name).toLowerCase());

  test.for<[string, readonly string[]]>([
    ['components', Object.values(components).flatMap((kind) => Object.keys(kind))],
    ['operations', [paths, webhooks].flatMap(operationsIn).map(({ operationId }) => operationId)],
    ['tags', document.tags.map(({ name }) => name)],
  ])('of %s', ([, all]) => {
    expect(all).not.toEqual([]);
    expect(repeated(spelled(all))).toEqual([]);
  });

  test('of the fields of an object', () => {
    const clashing = nodes.flatMap(([place, { properties }]) =>
      isNode(properties) && repeated(spelled(Object.keys(properties))).length > 0 ? [place] : [],
    );
    expect(clashing).toEqual([]);
  });
});

const constantsIn = (schemas: Readonly<Record<string, JsonSchema>>) =>
  Object.values(schemas).flatMap(
    (schema) =>
      schema['x-enum-varnames'] ??
      (schema.enum ?? []).map((value) => String(value).replace(/\W/g, '_').toUpperCase()),
  );

test('constants of enumerations differ in the whole document', () => {
  expect(repeated(constantsIn(components.schemas))).toEqual([]);
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
