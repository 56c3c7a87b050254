/**
 * Texts as FTS5 indexes them, so that its tokens are those of OpenSearch's analyzer `whitespace`, which only splits a text at white space. A
 * token that is longer than 255 characters stays one here, and is several in OpenSearch.
 */

/** White space, as Java has it (`Character.isWhitespace`). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: some are white space
const space = /[\t-\r\x1c-\x20\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]+/;

/** The characters of ASCII that are not letters, digits or white space, and that can be in an option of FTS5. */
const punctuation = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`;

/**
 * FTS5's option for its tokenizer `ascii`, which splits a text at other characters of ASCII, and changes nothing else than A to Z. SQL and
 * then FTS5 read quotation marks that are doubled as one.
 */
export const tokenizer = `tokenize = "ascii tokenchars '${punctuation.replaceAll("'", "''").replaceAll('"', '""')}'"`;

/** The characters that FTS5 would change or split a text at, and the characters that stand for them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: tokens have the others
const changed = /[A-Z\0-\x08\x0e-\x1b\x7f\ue000\ue100-\ue17f]/g;
const written = (character: string): string =>
  character < '\x80' ? String.fromCharCode(0xe100 + character.charCodeAt(0)) : `\ue000${character}`;

/** Returns the tokens of a text, each as FTS5 indexes it. The beginning of a token is the beginning of what FTS5 indexes. */
export const tokensOf = (text: string): readonly string[] =>
  text.replace(changed, written).split(space).filter(Boolean);

/** The beginnings of tokens that are indexed have at most this many characters. Longer ones are at the beginning of few tokens. */
const beginningMaxCharacters = 3;

/** Returns the short beginnings of tokens, each once. A whole token is not among its beginnings. */
export function beginningsOf(tokens: Iterable<string>): Set<string> {
  const beginnings = new Set<string>();
  let texts = new Set(tokens);
  // Many tokens share their longer beginnings, so there are fewer shorter ones to find.
  for (let characters = beginningMaxCharacters; characters > 0; characters--) {
    const shorter = new Set<string>();
    for (const text of texts) {
      const beginning = text.slice(0, lengthOf(text, characters));
      shorter.add(beginning);
      if (beginning.length < text.length) beginnings.add(beginning);
    }
    texts = shorter;
  }
  return beginnings;
}

/** Returns the number of UTF-16 units of the first characters of a text. */
function lengthOf(text: string, characters: number): number {
  let length = 0;
  for (let counted = 0; counted < characters; counted++)
    length += (text.codePointAt(length) ?? 0) > 0xffff ? 2 : 1;
  return length;
}

/** Returns whether all beginnings of this length are indexed. */
export const isShort = (token: string): boolean => [...token].length <= beginningMaxCharacters;

/** Returns tokens as a phrase in FTS5's query language. Nothing in it is an operator. */
export const phraseOf = (tokens: readonly string[]): string => `"${tokens.join(' ').replaceAll('"', '""')}"`;

/** Returns a text as one token. Undefined: no token is this text, because it is empty or has white space. */
export const tokenOf = (text: string): string | undefined =>
  text === '' || space.test(text) ? undefined : tokensOf(text)[0];
