import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { indexName } from '../../shared/search/entries.ts';
import { functionOf, type Resource, specs, synthesizeStage } from './synthesized.ts';

const operator = 'arn:aws:iam::123456789012:role/operators';
const settings = { search: 'opensearch', searchOperators: [operator] } as const;
const one = synthesizeStage(settings);
const two = synthesizeStage({ ...settings, searchCollections: ['b', 'a'] });
const off = synthesizeStage();

const named = (type: string, stage = one) =>
  [...stage.of(`AWS::OpenSearchServerless::${type}`).values()].map(({ Name }) => Name);

/** Returns a text of a template. In place of a reference, it has the name of the role's function, or the path and the attribute. */
function read(text: unknown, stage = one): string {
  if (typeof text === 'string') return text;
  const { 'Fn::Join': joined, 'Fn::GetAtt': attribute } = z.parse(reference, text);
  if (joined) return joined[1].map((part) => read(part, stage)).join(joined[0]);
  const [id = '', name] = attribute ?? [];
  return functionOf(stage.resources.get(id)) ?? `${stage.pathOf(id)}.${name}`;
}
const reference = z.object({
  'Fn::Join': z.optional(z.tuple([z.string(), z.array(z.unknown())])),
  'Fn::GetAtt': z.optional(z.tuple([z.string(), z.string()])),
});

/** Returns the collections that functions know, by function. */
const endpointsOf = (stage: typeof one) =>
  new Map(
    [...stage.variables].flatMap(([name, { SEARCH_ENDPOINTS: given }]) =>
      given === undefined ? [] : [[name, given] as const],
    ),
  );
const knowing = [...specs].flatMap(([name, { searches, indexes, marksForSearch }]) =>
  searches || indexes || marksForSearch ? [name] : [],
);

test('a stage has no collection by default, and its functions know that', () => {
  expect([...off.resources.values()].filter(({ Type }) => Type.includes('OpenSearch'))).toEqual([]);
  expect(new Set(endpointsOf(off).values())).toEqual(new Set(['']));
  expect([...endpointsOf(off).keys()].sort()).toEqual(knowing.sort());
  expect(off.outputs.SearchEndpoints).toEqual({ Value: 'none' });
});

describe('with the setting', () => {
  test('collections have names of the stage, which are short enough, also for the longest stage', () => {
    const longest = synthesizeStage({ ...settings, stage: 'a'.repeat(20), searchCollections: ['a1', 'b2'] });

    expect(named('Collection')).toEqual(['docs-test-a']);
    expect(named('Collection', two).sort()).toEqual(['docs-test-a', 'docs-test-b']);
    // Amazon OpenSearch Serverless, "CreateCollection" and "CreateAccessPolicy".
    for (const name of named('Collection', longest)) expect(name).toMatch(/^[a-z][a-z0-9-]{2,27}$/);
    for (const type of ['CollectionGroup', 'SecurityPolicy', 'AccessPolicy'])
      for (const name of named(type, longest)) expect(name).toMatch(/^[a-z][a-z0-9-]{2,31}$/);
  });

  test('collections are encrypted and scale to zero; their address is public, for signed requests', () => {
    const names = ['collection/docs-test-b', 'collection/docs-test-a'];
    const policies = [...two.of('AWS::OpenSearchServerless::SecurityPolicy').values()];
    const Rules = [{ ResourceType: 'collection', Resource: names }];

    expect(
      Object.fromEntries(policies.map(({ Type, Policy }) => [Type, JSON.parse(String(Policy))])),
    ).toEqual({
      encryption: { Rules, AWSOwnedKey: true },
      network: [{ Rules, AllowFromPublic: true }],
    });
    expect(two.only('AWS::OpenSearchServerless::CollectionGroup')).toMatchObject({
      Generation: 'NEXTGEN',
      CapacityLimits: { MinIndexingCapacityInOcu: 0, MinSearchCapacityInOcu: 0 },
    });
    for (const { DependsOn } of collectionsIn(two)) expect(DependsOn).toHaveLength(3);
  });

  // Threat: An attacker controls a function
  test('functions and operators search the index only, one worker may write there, and nobody else', () => {
    const having = (flag: 'searches' | 'indexes') =>
      [...specs].flatMap(([name, spec]) => (spec[flag] ? [name] : []));
    const { Policy, Type } = two.only('AWS::OpenSearchServerless::AccessPolicy') ?? {};
    const index = [
      {
        ResourceType: 'index',
        Resource: [`index/docs-test-b/${indexName}`, `index/docs-test-a/${indexName}`],
      },
    ];

    expect(Type).toBe('data');
    expect(JSON.parse(read(Policy, two))).toEqual([
      {
        Description: 'search',
        Rules: [{ ...index[0], Permission: ['aoss:ReadDocument'] }],
        Principal: [...having('searches'), operator],
      },
      {
        Description: 'write',
        Rules: [{ ...index[0], Permission: ['aoss:CreateIndex', 'aoss:WriteDocument'] }],
        Principal: ['indexDocument'],
      },
    ]);
    expect(having('indexes')).toEqual(['indexDocument']);
  });

  test('the first collection is searched, and a second one changes nothing about it', () => {
    const addresses = (stage: typeof one) =>
      [...endpointsOf(stage).values()].map((text) => read(text, stage));

    expect(new Set(addresses(one))).toEqual(new Set(['Search/CollectionA.CollectionEndpoint']));
    expect(new Set(addresses(two))).toEqual(
      new Set(['Search/CollectionB.CollectionEndpoint,Search/CollectionA.CollectionEndpoint']),
    );
    const kept = ({ DependsOn: _, ...collection }: Resource) => collection;
    expect(collectionsIn(two).map(kept)).toEqual(expect.arrayContaining(collectionsIn(one).map(kept)));
  });
});

const collectionsIn = ({ resources }: typeof one): Resource[] =>
  [...resources.values()].filter(({ Type }) => Type === 'AWS::OpenSearchServerless::Collection');
