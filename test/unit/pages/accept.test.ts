import { expect, test } from 'vitest';
import { prefersJson } from '../../../shared/pages/jsonOrPage.ts';

test.for([
  ['application/json'],
  ['Application/JSON'],
  // HTTP clients of programs send this.
  ['application/json, text/plain, */*'],
  ['application/json, */*;q=0.1'],
  ['text/html;q=0.9, application/json'],
  ['*/*, text/html;q=0'],
] as const)('%s gets JSON', ([accept]) => {
  expect(prefersJson(accept)).toBe(true);
});

test.for([
  [undefined],
  [''],
  ['*/*'],
  ['text/html'],
  // Browsers send this.
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'],
  ['text/html, application/json'],
  ['application/json;q=0'],
  ['application/json;q=0, text/html;q=0'],
  ['application/json;q=high'],
] as const)('%s gets the page', ([accept]) => {
  expect(prefersJson(accept)).toBe(false);
});
