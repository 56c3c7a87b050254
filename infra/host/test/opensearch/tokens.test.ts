import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { beginningsOf, tokenizer, tokensOf } from '../../opensearch/tokens.ts';

/** The characters that Java's `Character.isWhitespace` names, at which OpenSearch's analyzer `whitespace` splits a text. */
const javaSpaces = [
  ...[0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x1680, 0x2028, 0x2029, 0x205f, 0x3000],
  ...[0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2008, 0x2009, 0x200a],
];

/** All characters of the first blocks, which have all white space, and some of each other block. */
const isTried = (code: number): boolean => code < 0x3100 || code % 61 === 0;

test('FTS5 has the tokens of characters as they are, and splits a text only at white space', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    CREATE VIRTUAL TABLE words USING fts5(text, content = '', ${tokenizer});
    CREATE VIRTUAL TABLE terms USING fts5vocab(words, row);
    BEGIN`);
  const insert = database.prepare('INSERT INTO words (text) VALUES (?)');
  const expected = new Set<string>();
  const spaces: number[] = [];
  let tried = 0;
  for (let code = 0; code <= 0x10ffff; code++) {
    // Halves of surrogate pairs are no characters.
    if (!isTried(code) || (code >= 0xd800 && code <= 0xdfff)) continue;
    tried += 1;
    const tokens = tokensOf(`a${String.fromCodePoint(code)}b`);
    if (tokens.length === 2) spaces.push(code);
    for (const token of tokens) expected.add(token);
    insert.run(tokens.join(' '));
  }
  const terms = database.prepare('SELECT term FROM terms').all();

  expect(spaces).toEqual(javaSpaces.toSorted((a, b) => a - b));
  // Each character that is no white space has a token of its own.
  expect(expected.size).toBe(tried - javaSpaces.length + 2);
  expect(new Set(terms.map(({ term }) => term))).toEqual(expected);
});

test('the beginnings of tokens have whole characters, and are shorter than a token', () => {
  expect([...beginningsOf(['leasehold', 'lea', '𠮷野家', 'a'])].toSorted()).toEqual(
    ['l', 'le', 'lea', '𠮷', '𠮷野'].toSorted(),
  );
});
