import { expect, test } from 'vitest';
import { isWorthSearching } from '../../../shared/console/search/sought.ts';

test.for([
  ['', false],
  ['é', false],
  [' - ', false],
  ['5', false],
  ['é5', true],
  ['a b', true],
  ['no', true],
  ['約', true],
  ['か', true],
  ['𠮷', true],
  ['ก', false],
  ['กา', true],
] as const)('%j is worth a search in texts: %j', ([q, expected]) => {
  expect(isWorthSearching(q)).toBe(expected);
});
