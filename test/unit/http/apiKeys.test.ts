import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  generateApiKey,
  hashSecret,
  parseApiKey,
  secretMatches,
} from '../../../shared/credentials/apiKeys.ts';

test('parses the keys that it makes', () => {
  const { text, uuid, secret } = generateApiKey('live');

  expect(text).toMatch(/^dgs_live_[0-9a-hjkmnp-tv-z]{26}[0-9A-Za-z]{32}$/);
  expect(parseApiKey(text)).toEqual({ uuid, secret });
});

test('does not parse an altered key as the original', () => {
  const { text, uuid, secret } = generateApiKey('test');
  const hash = hashSecret(secret);

  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom(...'0aZz_-1'), (at, character) => {
      const altered = text.slice(0, at) + character + text.slice(at + 1);
      const parsed = parseApiKey(altered);
      const accepted = parsed !== undefined && parsed.uuid === uuid && secretMatches(parsed.secret, hash);
      expect(accepted).toBe(altered === text);
    }),
  );
});

test.for([
  '',
  'dgs_live_',
  'sk_live_abc',
  `dgs_prod_${'0'.repeat(58)}`,
  `dgs_live_${'0'.repeat(57)}`,
  `dgs_live_${'8'.repeat(58)}`,
])('does not parse %j as a key', (text) => {
  expect(parseApiKey(text)).toBeUndefined();
});
