/** Tests that cached expressions give the same results as dynalite's parser. */
import { createRequire } from 'node:module';
import type { Attributes } from 'dynalite/db/index.js';
import type { ExpressionParser } from 'dynalite/db/updateParser.js';
import { expect, test } from 'vitest';
import { remembering } from '../dynamodb/parsedExpressions.ts';

const require = createRequire(import.meta.url);
const condition: ExpressionParser = require('dynalite/db/conditionParser');
const update: ExpressionParser = require('dynalite/db/updateParser');

interface Request {
  readonly text: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Attributes;
}

/** Returns the result of parsing, with the names and values that stay unused. */
function outcomeOf(parse: ExpressionParser['parse'], { text, names, values }: Request) {
  const unused = { unusedAttrNames: { ...names }, unusedAttrVals: { ...values } };
  const context = {
    ...(names && { attrNames: names }),
    ...(values && { attrVals: values }),
    ...unused,
    isReserved: (name: string) => name === 'size',
    compare: (_operator: string, low: { N: string }, high: { N: string }) => Number(low.N) > Number(high.N),
  };
  try {
    const result = parse(text, { context });
    // After a refusal, the unused names and values do not matter.
    return typeof result === 'string' ? { error: result } : { result, ...unused };
  } catch (error) {
    return { error: String(error) };
  }
}

test.for<[string, ExpressionParser, readonly Request[]]>([
  [
    'other values of the same types',
    condition,
    [1, 2].map((n) => ({
      text: 'attribute_not_exists(pk) OR (#rev = :a AND begins_with(sk, :b)) OR a IN (:a, :c)',
      names: { '#rev': 'revision' },
      values: { ':a': { N: `${n}` }, ':b': { S: `VERSION#${n}` }, ':c': { M: { a: { N: `${n}` } } } },
    })),
  ],
  [
    'another type is refused',
    condition,
    [{ S: 'a' }, { N: '1' }, { S: 'b' }].map((value) => ({
      text: 'begins_with(sk, :a)',
      values: { ':a': value },
    })),
  ],
  [
    'bounds in the wrong order',
    condition,
    [2, 3, 0].map((high) => ({
      text: 'a BETWEEN :low AND :high',
      values: { ':low': { N: '1' }, ':high': { N: `${high}` } },
    })),
  ],
  ['refusals', condition, ['size = :a', 'a = = b', 'size = :a'].map((text) => ({ text }))],
  [
    'an update',
    update,
    [1, 2].map((n) => ({
      text: 'SET #a = if_not_exists(#a, :n) + :n, b = list_append(b, :l) REMOVE c ADD d :n',
      names: { '#a': 'a' },
      values: { ':n': { N: `${n}` }, ':l': { L: [{ S: `${n}` }] } },
    })),
  ],
])('%s: has the result of parsing', ([, parser, requests]) => {
  const parse = remembering(parser.parse);

  // Runs all requests twice, so that the second run uses the cache.
  for (const request of [...requests, ...requests])
    expect(outcomeOf(parse, request)).toEqual(outcomeOf(parser.parse, request));
});

test('changing a result does not change the cached one', () => {
  const parse = remembering(condition.parse);
  const request = { text: 'a = :a', values: { ':a': { S: 'a' } } };
  const unaltered = outcomeOf(condition.parse, request);

  const outcome = outcomeOf(parse, request);
  if ('result' in outcome) Object.assign(outcome.result, { expression: 'altered' });

  expect(outcomeOf(parse, request)).toEqual(unaltered);
});
