import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { shownInLine, shownLine } from '../../../shared/contract/shownText.ts';
import { asHtml, asText, say, serviceOf } from '../../../shared/mail/letter.ts';

/** All line breaks of Unicode, controls, and characters that change the direction of text. */
const breaks = ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const unfit = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const evil = `Offer${breaks.join('Sign in at evil.example')}\0\u001b\u202e\u2066\u2069`;

describe('a text of people in a mail or a heading', () => {
  test.for([
    ['Offer 2026', 'Offer 2026'],
    [' Two\r\n\tlines\u2028\0and\u0085a third ', 'Two lines and a third'],
    ['Invoice \u202efdp.exe\u2066\u2069', 'Invoice fdp.exe'],
    ['x'.repeat(100), 'x'.repeat(100)],
    [`${'x'.repeat(99)} yz`, `${'x'.repeat(99)}…`],
    ['🦉'.repeat(255), `${'🦉'.repeat(100)}…`],
    ['a\ud800b', 'ab'],
    ['Tür 契約', 'Tür 契約'],
  ])('%j is shown as %j', ([text = '', shown]) => {
    expect(shownLine(text)).toBe(shown);
    expect(shownInLine(text)).toBe(shown);
  });

  test.for(['עסקה 12', 'مستند!', 'a\u200f', '\u061c1', '𐤀', '\u202eعقد\u2069'])(
    '%j does not change the direction of the text around it',
    (text) => {
      expect(shownInLine(text)).toBe(`\u2068${shownLine(text)}\u2069`);
      expect(shownLine(text)).not.toMatch(unfit);
    },
  );
});

describe('a mail', () => {
  const letter = {
    language: 'en',
    subject: say('mail.share', { name: evil, title: evil }),
    paragraphs: [say('mail.readText', { through: serviceOf({ name: evil }) }), 'Second.'],
    title: evil,
    quoted: `Hello${breaks.map((one) => `${one}line`).join('')}\0\u202e`,
    action: { label: 'Open', url: 'https://dgs.example/d/1' },
    afterwards: [],
    choice: { label: say('mail.stop', { name: evil }), url: 'https://dgs.example/stop' },
  } as const;

  // Threat: A title or a name writes text of the service's own mail
  test('has names and titles on their line, in all parts', () => {
    for (const part of [letter.subject, ...letter.paragraphs, letter.choice.label])
      expect(part).not.toMatch(unfit);
    expect(letter.subject).toMatch(/^Offer Sign in at evil\.example .{60,}… shares “Offer Sign/);
  });

  // Threat: A title or a name writes text of the service's own mail
  test('quotes the title on a line of its own, and the message at all line breaks of Unicode', () => {
    const [first, title, second, quoted] = asText(letter).split('\n\n');

    expect(first).toMatch(/when you shared this document:$/);
    expect(title).toBe(`> ${shownLine(evil)}`);
    expect(second).toBe('Second.');
    expect(quoted).toBe(['> Hello', ...breaks.map(() => '> line')].join('\n'));
    expect(asText(letter)).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    expect(asHtml(letter)).toContain(`<blockquote dir="auto">${shownLine(evil)}</blockquote>`);
    expect(asHtml(letter)).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
  });
});

test('all texts with values are made by `say`', () => {
  const files = globSync('shared/mail/*.ts');
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => /\bt\(\s*['\w.]+,/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
