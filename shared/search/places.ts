import { folded } from '../text/titleSearch.ts';
import type { SoughtPart } from './sought.ts';
import { beginningWith, phraseOf, tokensOfUnits, type Unit, unitsOf, wordsOf } from './tokens.ts';

/** A piece of a text, in UTF-16 units, without the unit at `to`. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the places of a text that have one of the parts, as the search engine finds them: in their order, and as one if they overlap. Of a
 * longer word, a place has only the sought beginning.
 */
export function placesOf(parts: readonly SoughtPart[], text: string): readonly Place[] {
  const plain = folded(text);
  // Most texts do not have most words. Looking for them as plain text is faster.
  const likely = parts.filter(({ words }) => words.every((one) => plain.includes(one)));
  if (likely.length === 0) return [];
  const read = readText(text);
  return joined(likely.flatMap((part) => placesOfPart(part, read)));
}

interface ReadText {
  /** For each unit of the text: its token, and where it begins in the folded text. */
  readonly tokens: readonly string[];
  readonly begins: readonly number[];
  /** For each UTF-16 unit of the folded text: the place of the text that it stands for. */
  readonly places: readonly Place[];
}

function readText(text: string): ReadText {
  const { letters, places } = foldedByPlace(text);
  const tokens: string[] = [];
  const begins: number[] = [];
  for (const { 0: one, index } of wordsOf(letters)) {
    const units = unitsOf(one);
    tokens.push(...tokensOfUnits(units));
    let begin = index;
    for (const unit of units) {
      begins.push(begin);
      begin += unit.text.length;
    }
  }
  return { tokens, begins, places };
}

/**
 * A character with what follows it and may change it: marks, letters that become marks, characters that cannot be seen, and the vowels and
 * last consonants of which Hangul is composed. Printable ASCII stands for itself.
 */
const piece =
  /(?<ascii>[ -~]+)(?![\p{M}\p{DI}\u0e33\u0eb3\uff9e\uff9f])|.[\p{M}\p{DI}\u0e33\u0eb3\uff9e\uff9f\u1160-\u11ff\u3131-\u318e\ud7b0-\ud7fb\uffa0-\uffdc]*/gsu;

/** Folds a text piece by piece, so that it is known where each letter comes from. The result is that of `folded`. */
function foldedByPlace(text: string): { readonly letters: string; readonly places: readonly Place[] } {
  let letters = '';
  const places: Place[] = [];
  for (const { 0: read, index, groups = {} } of text.matchAll(piece)) {
    const written = folded(read);
    letters += written;
    const whole = { from: index, to: index + read.length };
    for (let at = 0; at < written.length; at++)
      places.push(groups.ascii === undefined ? whole : { from: index + at, to: index + at + 1 });
  }
  return { letters, places };
}

function placesOfPart({ words, isPhrase }: SoughtPart, { tokens, begins, places }: ReadText): Place[] {
  const wanted = isPhrase ? phraseOf(words) : beginningWith(words[0]);
  const units = words.flatMap<Unit>(unitsOf);
  const isWanted = (token = '', index: number): boolean =>
    wanted.isLastOpen && index === wanted.tokens.length - 1
      ? token.startsWith(wanted.tokens[index] ?? '')
      : token === wanted.tokens[index];
  return tokens.flatMap((_, first) => {
    if (!wanted.tokens.every((_, index) => isWanted(tokens[first + index], index))) return [];
    const begin = places[begins[first] ?? 0];
    const lastUnit = begins[first + units.length - 1] ?? 0;
    const end = places[lastUnit + (units.at(-1)?.text.length ?? 1) - 1];
    return begin && end ? [{ from: begin.from, to: end.to }] : [];
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
