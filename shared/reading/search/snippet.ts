import { snippetMaxCharacters } from '../../contract/limits.ts';
import type { SearchHit } from '../../contract/resources/searchHit.ts';
import { type FoundPlace, foundIn, type Place } from '../../search/places.ts';
import type { Sought } from '../../search/sought.ts';

type Snippet = NonNullable<SearchHit['snippet']>;

/**
 * Returns a piece of a text with as many of the sought words as stand near each other, which are marked in it; undefined: the search does
 * not find the text. White space becomes one space. Takes time linear in the text.
 */
export function snippetOf(sought: Sought, text: string): Snippet | undefined {
  const line = text.replace(/\p{White_Space}+/gu, ' ').trim();
  const places = foundIn(sought, line);
  return places && marked(line, around(line, densest(places)), places);
}

/** Returns the first place within a snippet's length that has the most different words. */
function densest(places: readonly FoundPlace[]): Place {
  const counts = new Map<number, number>();
  let best: Place = { from: 0, to: 0 };
  let most = 0;
  let first = 0;
  for (const [last, { to, part }] of places.entries()) {
    counts.set(part, (counts.get(part) ?? 0) + 1);
    for (let begin = places[first]; begin && first < last; begin = places[++first]) {
      const count = counts.get(begin.part) ?? 0;
      if (count === 1 && to - begin.from <= snippetMaxCharacters) break;
      if (count === 1) counts.delete(begin.part);
      else counts.set(begin.part, count - 1);
    }
    if (counts.size <= most) continue;
    most = counts.size;
    best = { from: places[first]?.from ?? 0, to };
  }
  return best;
}

/** Returns a place with what is around it, a third of that before it, up to a snippet's length. A longer place is cut. */
function around(line: string, { from, to }: Place): Place {
  const left = snippetMaxCharacters - (to - from);
  if (left <= 0) return { from, to: cutBefore(line, from, from + snippetMaxCharacters) };
  const before = Math.max(Math.floor(left / 3), left - (line.length - to));
  const begin = before >= from ? 0 : cutAfter(line, from - before, from);
  const end = begin + snippetMaxCharacters;
  return { from: begin, to: end >= line.length ? line.length : cutBefore(line, to, end) };
}

const segmenters = (['word', 'grapheme'] as const).map(
  (granularity) => new Intl.Segmenter('en', { granularity }),
);

/** Returns where words begin in a piece of a text, behind its beginning; where characters do, if it is a piece of one word. */
function beginningsIn(line: string, from: number, to: number): readonly number[] {
  for (const segmenter of segmenters) {
    const [, ...found] = [...segmenter.segment(line.slice(from, to))].map(({ index }) => from + index);
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns the first place in a piece of a text where a cut leaves words, or at least characters, whole. */
function cutAfter(line: string, from: number, to: number): number {
  const [first = to, second] = beginningsIn(line, from, to);
  return line[first] === ' ' ? (second ?? to) : first;
}

/** Returns the last such place. Of one endless character, it is the end of the piece. */
function cutBefore(line: string, from: number, to: number): number {
  const last = beginningsIn(line, from, to).at(-1) ?? (isWithinPair(line, to) ? to - 1 : to);
  return line[last - 1] === ' ' ? last - 1 : last;
}

const isWithinPair = (line: string, at: number): boolean => /^[\udc00-\udfff]/.test(line.charAt(at));

/** Returns a piece of a text in which the places are marked that it has whole, or to its end. */
function marked(line: string, { from, to }: Place, places: readonly FoundPlace[]): Snippet {
  const pieces: Snippet = [];
  let end = from;
  const add = (until: number, hit: boolean): void => {
    if (until <= end) return;
    const last = pieces.at(-1);
    const text = line.slice(end, until);
    if (last?.hit === hit) last.text += text;
    else pieces.push({ text, hit });
    end = until;
  };
  for (const place of places) {
    if (place.from < from || (place.to > to && place.from > from)) continue;
    add(place.from, false);
    add(Math.min(place.to, to), true);
  }
  add(to, false);
  return pieces;
}
