/**
 * Guesses the language of a text from its letters. Screen readers need the language. It also decides between the Chinese, Japanese and
 * Korean shape of a character.
 */

/** The BCP 47 tags of the languages that share Han characters but draw some of them differently. */
type HanTradition = 'zh-Hans' | 'zh-Hant' | 'ja' | 'ko';

/**
 * The common characters of three of these languages, as ranges of bytes in an encoding. The first bytes are `leads`, the second are
 * `trails`.
 */
const hanSets = [
  { tradition: 'zh-Hans', encoding: 'gbk', leads: [0xb0, 0xf7], trails: [[0xa1, 0xfe]] }, // GB 2312
  { tradition: 'ja', encoding: 'euc-jp', leads: [0xb0, 0xcf], trails: [[0xa1, 0xfe]] }, // JIS X 0208 level 1
  {
    tradition: 'zh-Hant',
    encoding: 'big5',
    leads: [0xa4, 0xc6],
    trails: [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  }, // level 1
] as const;

/** The language of each script that belongs to one language. For a script of several languages, the language with the most speakers. */
const languageOfScript: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Gurmukhi}/gu, 'pa'],
  [/\p{Script=Gujarati}/gu, 'gu'],
  [/\p{Script=Oriya}/gu, 'or'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Telugu}/gu, 'te'],
  [/\p{Script=Kannada}/gu, 'kn'],
  [/\p{Script=Malayalam}/gu, 'ml'],
  [/\p{Script=Sinhala}/gu, 'si'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Lao}/gu, 'lo'],
  [/\p{Script=Khmer}/gu, 'km'],
  [/\p{Script=Myanmar}/gu, 'my'],
  [/\p{Script=Tibetan}/gu, 'bo'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Ethiopic}/gu, 'am'],
  [/\p{Script=Syriac}/gu, 'syr'],
  [/\p{Script=Thaana}/gu, 'dv'],
];

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;
const han = /\p{Script=Han}/gu;

/** Returns the language of a text as a BCP 47 tag; null for Latin, Cyrillic and other scripts that many languages use. */
export function guessLanguage(text: string): string | null {
  const letters = count(text, /\p{L}/gu);
  const eastAsian = count(text, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu);
  if (eastAsian > letters / 2) return guessHanTradition(text);
  for (const [script, language] of languageOfScript) {
    if (count(text, script) > letters / 2) return language;
  }
  return null;
}

/**
 * Returns the language whose shapes the Han characters of a text should have. A text with Kana is Japanese, and a text with Hangul is
 * Korean. For other texts, the function counts how many of their characters each language's set has, and chooses the language with the
 * most.
 */
export function guessHanTradition(text: string): HanTradition {
  if (kana.test(text)) return 'ja';
  if (hangul.test(text)) return 'ko';
  const characters = text.match(han) ?? [];
  let best: HanTradition = 'zh-Hans';
  let most = -1;
  for (const { tradition, ...set } of characters.length > 0 ? hanSets : []) {
    const known = decodeSet(set);
    const found = characters.filter((character) => known.includes(character)).length;
    if (found > most) [best, most] = [tradition, found];
  }
  return best;
}

interface HanSet {
  readonly encoding: string;
  readonly leads: readonly [number, number];
  readonly trails: readonly (readonly [number, number])[];
}

/** Returns the characters of a set, with a decoder of Node. Decoding takes about 1 ms. */
function decodeSet({ encoding, leads, trails }: HanSet): string {
  const bytes: number[] = [];
  for (let lead = leads[0]; lead <= leads[1]; lead++) {
    for (const [first, last] of trails) {
      for (let trail = first; trail <= last; trail++) bytes.push(lead, trail);
    }
  }
  return new TextDecoder(encoding).decode(new Uint8Array(bytes));
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
