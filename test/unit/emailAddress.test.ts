import { expect, test } from 'vitest';
import { normalizedDomain, normalizedEmail } from '../../shared/text/emailAddress.ts';

test.for([
  ['ada@example.com', 'ada@example.com'],
  ['Ada.Lovelace+x@EXAMPLE.com', 'ada.lovelace+x@example.com'],
  ['zoe\u0308@example.com', 'zo\u00eb@example.com'],
  ['ada@b\u00fccher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BU\u0308CHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@\u4f8b\u3048.jp', 'ada@xn--r8jz45g.jp'],
])('%j is compared as %s', ([text = '', expected]) => {
  expect(normalizedEmail(text)).toBe(expected);
  expect(normalizedEmail(expected ?? ''), 'once more changes nothing').toBe(expected);
});

test.for([
  ['mi\u212ae@example.com', 'mike@example.com', 'the sign of kelvin'],
  ['\uff4dike@example.com', 'mike@example.com', 'a full-width letter'],
  ['m\u0130ke@example.com', 'mike@example.com', 'a dotted I'],
  ['\u017fam@example.com', 'sam@example.com', 'a long s'],
  ['\u00c4da@example.com', '\u00e4da@example.com', 'a capital beyond ASCII'],
])('%j differs from %j: %s', ([one = '', other = '']) => {
  expect(normalizedEmail(one)).toBeDefined();
  expect(normalizedEmail(one)).not.toBe(normalizedEmail(other));
});

// Threat: An address looks like another one
test('no other character becomes an ASCII character in a mailbox', () => {
  const asciiIn = (text: string): number => {
    const mailbox = normalizedEmail(`${text}@example.com`)?.split('@')[0] ?? '';
    return [...mailbox].filter((character) => character <= '\u007f').length;
  };
  // Each address takes microseconds, and there are a million characters. So most are tested together.
  const together = 100;
  for (let start = 0x80; start <= 0x10ffff; start += together) {
    const characters = Array.from({ length: together }, (_, index) => start + index)
      .filter((code) => code <= 0x10ffff && (code < 0xd800 || code > 0xdfff))
      .map((code) => String.fromCodePoint(code));
    if (asciiIn(`_${characters.join('_')}_`) === characters.length + 1) continue;
    // One of these characters is invalid in a mailbox, or became ASCII.
    for (const character of characters)
      if (asciiIn(`a${character}b`) > 2) expect.unreachable(character.codePointAt(0)?.toString(16));
  }
});

// Threat: An address looks like another one
test('no other character becomes an ASCII character in a domain', () => {
  for (let code = 0x80; code <= 0xffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const domain = normalizedDomain(`a${String.fromCodePoint(code)}b.example`);
    if (domain !== undefined && !domain.startsWith('xn--')) expect.unreachable(code.toString(16));
  }
});

test.for([
  '',
  'ada',
  'a b@example.com',
  'a@b@example.com',
  '"a@b"@example.com',
  'ada@example.com/x',
  'ada@exam\tple.com',
  'ada@exam%70le.com',
  'ada@127.1',
  'ada@example.\u212aom',
  'ada@exa\u00admple.com',
  `${'a'.repeat(320)}@b.example`,
])('%j is not an address', (text) => {
  expect(normalizedEmail(text)).toBeUndefined();
});
