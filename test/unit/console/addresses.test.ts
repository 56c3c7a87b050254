import { expect, test } from 'vitest';
import { addressesIn } from '../../../shared/console/sharing/addresses.ts';

test.for([
  ['', [], []],
  ['ines@example.org', ['ines@example.org'], []],
  ['a@example.org, b@example.org;c@example.org\nd@example.org e@example.org', 'abcde', []],
  ['"Weber, Ines" <a@example.org>, Ben <b@example.org>\nc@example.org', 'abc', []],
  ['A@Example.org a@example.org', ['a@example.org'], []],
  ['mailto a@example.org', 'a', ['mailto']],
  ['a@example.org, b@, @example.org, c@localhost', 'a', ['b@', '@example.org', 'c@localhost']],
] as const)('%j', ([text, valid, wrong]) => {
  const expected = typeof valid === 'string' ? [...valid].map((name) => `${name}@example.org`) : valid;

  expect(addressesIn(text)).toEqual({ valid: expected, wrong });
});
