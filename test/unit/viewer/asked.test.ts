import { expect, test } from 'vitest';
import { askedBy, parametersOf } from '../../../shared/viewer/asked.ts';

test.for([
  ['', undefined, ''],
  ['#page-7', 7, ''],
  ['#page=7', 7, ''],
  ['#page=7&search=%22either%20party%22%20%2B%20a%26b', 7, '"either party" + a&b'],
  ['#page=2&search=%E6%9D%B1%E4%BA%AC', 2, '東京'],
  ['#search=liability', undefined, 'liability'],
  ['#page=0', undefined, ''],
  ['#page=-1', undefined, ''],
  ['#page=1.5', undefined, ''],
  ['#page-7&search=x', undefined, 'x'],
  ['#more', undefined, ''],
] as const)('the fragment %j asks for page %j and the words %j', ([fragment, page, search]) => {
  expect(askedBy(fragment)).toEqual({ page, search });
});

test.for([
  ['#more', ''],
  ['#page-7', '&page=7'],
  ['#page=7&search=a%26b', '&page=7&search=a%26b'],
  ['#search=liability', '&search=liability'],
] as const)('the fragment %j asks the viewer of the browser for %j', ([fragment, parameters]) => {
  expect(parametersOf(askedBy(fragment))).toBe(parameters);
});
