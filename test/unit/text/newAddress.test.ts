import { expect, test } from 'vitest';
import { normalizedEmail } from '../../../shared/text/emailAddress.ts';
import { newDomain, newEmail } from '../../../shared/text/newAddress.ts';

test.for([
  ['ada@example.com', 'ada@example.com'],
  ["o'neil/sales=1!#$%&*?^_`{|}~-@example.com", "o'neil/sales=1!#$%&*?^_`{|}~-@example.com"],
  ['zo\u00eb@b\u00fccher.example', 'zo\u00eb@xn--bcher-kva.example'],
  ['\u4f8b\u3048@\u4f8b\u3048.jp\u3000', '\u4f8b\u3048@xn--r8jz45g.jp'],
  ['ada@a-b.1and1.example', 'ada@a-b.1and1.example'],
  [`${'a'.repeat(64)}@${'b'.repeat(63)}.example`, `${'a'.repeat(64)}@${'b'.repeat(63)}.example`],
])('a person can have %j', ([text = '', email]) => {
  expect(newEmail(text)).toBe(email);
});

test.for([
  'mailto:ada@example.com',
  '<ada@example.com>',
  'ada@example.com.',
  'ada@.example.com',
  'a..b@example.com',
  '"ada"@example.com',
  'ada,bob@example.com',
  'a\\b@example.com',
  'ada@*.example.com',
  'ada@-example.com',
  'ada@example-.com',
  'ada@exam_ple.com',
  'ada@127.0.0.1',
  'ada@xn--a.example',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'b'.repeat(64)}.example`,
  `ada@${'b'.repeat(60)}.${'b'.repeat(60)}.${'b'.repeat(60)}.${'b'.repeat(60)}.${'b'.repeat(20)}`,
  '',
])('no person has %j', (text) => {
  expect(newEmail(text)).toBeUndefined();
});

/** Characters that cannot be seen, or that no mailbox has. */
const unseen = [0, 7, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200d, 0x200e, 0x2028, 0x202e];
const more = [
  0x2029, 0x2060, 0x2066, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xe000, 0x378, 0xe0020, 0xd800,
];

test('no person has an address with a character that cannot be seen', () => {
  for (const code of [...unseen, ...more]) {
    const character = String.fromCodePoint(code);
    for (const text of [
      `${character}ada@example.com`,
      `a${character}da@example.com`,
      `ada${character}@example.com`,
    ])
      expect(newEmail(text), code.toString(16)).toBeUndefined();
    for (const domain of [`${character}example.com`, `ex${character}ample.com`, `example.com${character}`]) {
      expect(newEmail(`ada@${domain}`), code.toString(16)).toBeUndefined();
      expect(newDomain(domain), code.toString(16)).toBeUndefined();
    }
  }
});

test.for([
  ['Example.COM', 'example.com'],
  ['b\u00fccher.example', 'xn--bcher-kva.example'],
])('addresses can have the domain %j', ([text = '', domain]) => {
  expect(newDomain(text)).toBe(domain);
});

test.for([
  '.example.com',
  '*.example.com',
  '@example.com',
  '-example.com',
  'exam ple.com',
  ' example.com',
  '127.0.0.1',
  `${'b'.repeat(64)}.example`,
  '',
])('no address has the domain %j', (text) => {
  expect(newDomain(text)).toBeUndefined();
});

test.for(['a..b@example.com', 'a\u200bda@example.com', 'mailto:ada@example.com', 'ada@example.com.'])(
  'an address from before, %j, is compared as before',
  (text) => {
    expect(normalizedEmail(text)).toBe(text);
  },
);
