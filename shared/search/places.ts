import { folded } from '../text/titleSearch.ts';
import type { Sought, SoughtPart } from './sought.ts';
import { beginningWith, phraseOf, tokensOfUnits, unitsOf, wordsOf } from './tokens.ts';

/** A piece of a text, in UTF-16 units, without the unit at `to`. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the places of a text that have one of the parts, as the search engine finds them: in their order, and as one if they overlap. A
 * place has whole words, and of a run only what is sought.
 */
export function placesOf(parts: readonly SoughtPart[], text: string): readonly Place[] {
  const plain = folded(text);
  // Most texts do not have most words. Looking for them as plain text is faster.
  const likely = parts.filter(({ words }) => words.every((one) => plain.includes(one)));
  if (likely.length === 0) return [];
  const read = readText(text);
  return joined(likely.flatMap((part) => placesOfPart(part, read)));
}

/** A place of a text that has a part of a search. */
export interface FoundPlace extends Place {
  /** The index of the part. */
  readonly part: number;
}

/**
 * Returns the places of a text that have the wanted parts of a search, if the search engine finds the text: in their order. A place has whole
 * words, and of a run only what is sought. Undefined: a wanted part is missing, or an excluded part is there.
 */
export function foundIn({ wanted, excluded }: Sought, text: string): readonly FoundPlace[] | undefined {
  const plain = folded(text);
  const isLikely = ({ words }: SoughtPart) => words.every((one) => plain.includes(one));
  if (!wanted.every(isLikely)) return undefined;
  const read = readText(text);
  if (excluded.some((part) => isLikely(part) && placesOfPart(part, read).length > 0)) return undefined;
  const places = wanted.map((part) => placesOfPart(part, read));
  if (places.some((ofPart) => ofPart.length === 0)) return undefined;
  return places
    .flatMap((ofPart, part) => ofPart.map((place) => ({ ...place, part })))
    .sort((a, b) => a.from - b.from);
}

interface ReadText {
  /** For each unit of the text: its token, and where it begins and ends in the folded text. */
  readonly tokens: readonly string[];
  readonly begins: readonly number[];
  readonly ends: readonly number[];
  /** The units of each token. */
  readonly unitsOfToken: ReadonlyMap<string, readonly number[]>;
  readonly origins: Origins;
}

/** For each UTF-16 unit of a folded text: where the piece of the text begins and ends that it stands for. */
interface Origins {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

function readText(text: string): ReadText {
  const { letters, ...origins } = foldedByPlace(text);
  const tokens: string[] = [];
  const begins: number[] = [];
  const ends: number[] = [];
  const unitsOfToken = new Map<string, number[]>();
  for (const { 0: one, index } of wordsOf(letters)) {
    const units = unitsOf(one);
    for (const token of tokensOfUnits(units)) {
      const same = unitsOfToken.get(token);
      if (same) same.push(tokens.length);
      else unitsOfToken.set(token, [tokens.length]);
      tokens.push(token);
    }
    let begin = index;
    for (const unit of units) {
      begins.push(begin);
      begin += unit.text.length;
      ends.push(begin);
    }
  }
  return { tokens, begins, ends, unitsOfToken, origins };
}

/**
 * A character with what follows it and may change it: marks, letters that become marks, characters that cannot be seen, and the vowels and
 * last consonants of which Hangul is composed. Printable ASCII stands for itself.
 */
const piece =
  /(?<ascii>[ -~]+)(?![\p{M}\p{DI}\u0e33\u0eb3\uff9e\uff9f])|.[\p{M}\p{DI}\u0e33\u0eb3\uff9e\uff9f\u1160-\u11ff\u3131-\u318e\ud7b0-\ud7fb\uffa0-\uffdc]*/gsu;

/** Folds a text piece by piece, so that it is known where each letter comes from. The result is that of `folded`. */
function foldedByPlace(text: string): { readonly letters: string } & Origins {
  const letters: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const known = new Map<string, string>();
  for (const { 0: read, index, groups: { ascii } = {} } of text.matchAll(piece)) {
    const written = known.get(read) ?? folded(read);
    if (ascii === undefined) known.set(read, written);
    letters.push(written);
    for (let at = 0; at < written.length; at++) {
      from.push(ascii === undefined ? index : index + at);
      to.push(ascii === undefined ? index + read.length : index + at + 1);
    }
  }
  return { letters: letters.join(''), from, to };
}

function placesOfPart(
  { words, isPhrase }: SoughtPart,
  { tokens, begins, ends, unitsOfToken, origins: { from, to } }: ReadText,
): Place[] {
  const wanted = isPhrase ? phraseOf(words) : beginningWith(words[0]);
  const units = words.flatMap(unitsOf).length;
  const isWanted = (token: string, index: number): boolean =>
    wanted.isLastOpen && index === wanted.tokens.length - 1
      ? token.startsWith(wanted.tokens[index] ?? '')
      : token === wanted.tokens[index];
  const firsts = [...unitsOfToken].flatMap(([token, all]) => (isWanted(token, 0) ? all : []));
  return firsts.flatMap((first) => {
    for (let index = 1; index < wanted.tokens.length; index++)
      if (!isWanted(tokens[first + index] ?? '', index)) return [];
    const end = ends[first + units - 1] ?? 0;
    return [{ from: from[begins[first] ?? 0] ?? 0, to: to[end - 1] ?? 0 }];
  });
}

function joined(places: Place[]): readonly Place[] {
  const all: Place[] = [];
  for (const place of places.sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && place.from < last.to) all[all.length - 1] = { ...last, to: Math.max(last.to, place.to) };
    else all.push(place);
  }
  return all;
}
