import { wordsIn } from './tokens.ts';

/** A part of a search: one word, or the words of a phrase. All words are folded. */
export interface SoughtPart {
  readonly words: readonly [string, ...string[]];
  readonly isPhrase: boolean;
}

/** What a search looks for: all of `wanted`, and nothing of `excluded`. */
export interface Sought {
  readonly wanted: readonly SoughtPart[];
  readonly excluded: readonly SoughtPart[];
}

/** A phrase in quotation marks, or what is between spaces. A minus before it excludes it, at the beginning of `q` and after a space. */
const part = /(?<=^|\s)(?<minus>-?)"(?<phrase>[^"]*)"|(?<other>\S+)/gu;
/** Keyboards of phones write these quotation marks. */
const otherQuotes = /[“”„‟«»＂]/gu;

/**
 * Reads the text of a search. Quotation marks that do not close are text. Words of one piece without spaces, such as `2026-04`, are sought
 * one by one, as in titles, and excluded as a phrase.
 */
export function readSought(q: string): Sought {
  const wanted: SoughtPart[] = [];
  const excluded: SoughtPart[] = [];
  for (const { groups = {} } of q.replace(otherQuotes, '"').matchAll(part)) {
    const { minus, phrase, other = '' } = groups;
    const words = wordsIn(phrase ?? other);
    const isExcluded = minus === '-' || other.startsWith('-');
    const isPhrase = phrase !== undefined || (isExcluded && words.length > 1);
    (isExcluded ? excluded : wanted).push(...(isPhrase ? asPhrase(words) : words.map(asWord)));
  }
  return { wanted: unique(wanted), excluded: unique(excluded) };
}

const asWord = (one: string): SoughtPart => ({ words: [one], isPhrase: false });

const asPhrase = ([first, ...others]: readonly string[]): readonly SoughtPart[] =>
  first === undefined ? [] : [{ words: [first, ...others], isPhrase: true }];

const unique = (parts: readonly SoughtPart[]): readonly SoughtPart[] => [
  ...new Map(parts.map((one) => [`${one.isPhrase} ${one.words.join(' ')}`, one])).values(),
];
