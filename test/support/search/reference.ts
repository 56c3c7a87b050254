import type { Sought, SoughtPart } from '../../../shared/search/sought.ts';
import { beginningWith, phraseOf, type TokenPhrase, tokensOf } from '../../../shared/search/tokens.ts';

/** A search engine of a few lines, for texts in memory. */

/** Returns whether a text has tokens that follow one another. */
export function hasTokens({ tokens, isLastOpen }: TokenPhrase, text: string): boolean {
  const all = tokensOf(text).split(' ');
  return all.some((_, at) =>
    tokens.every((token, index) => {
      const there = all[at + index];
      return isLastOpen && index === tokens.length - 1 ? there?.startsWith(token) : there === token;
    }),
  );
}

/** Returns whether a search finds a text. */
export const finds = ({ wanted, excluded }: Sought, text: string): boolean =>
  wanted.every((part) => has(part, text)) && !excluded.some((part) => has(part, text));

const has = ({ words, isPhrase }: SoughtPart, text: string): boolean =>
  hasTokens(isPhrase ? phraseOf(words) : beginningWith(words[0]), text);
