/**
 * The text of a page as the service keeps it: without characters that cannot be seen, with single line breaks, and cut to a length. All
 * functions take time linear in the text.
 */

/** All line breaks of Unicode (UAX #14, classes BK, CR, LF and NL). */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
/**
 * Controls, characters without a width, marks of a direction, deprecated format characters, annotations, and tags. Soft hyphens and
 * variation selectors stay: comparisons ignore them. So do U+200C and U+200D, which `strayJoiner` removes.
 */
const unseen =
  /[^\P{Cc}\n]|\u034f|[\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
/** ZWNJ and ZWJ, unless they are between two letters or their marks, where they belong to the spelling. */
const strayJoiner = /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])/gu;

/**
 * Returns a text without characters that cannot be seen, with `\n` for each line break and a space for each tab. Lone surrogates become
 * U+FFFD.
 */
export const cleanedText = (text: string): string =>
  text
    .toWellFormed()
    .replace(lineBreak, '\n')
    .replaceAll('\t', ' ')
    .replace(unseen, '')
    .replace(strayJoiner, '');

const utf8 = new TextEncoder();
/** A UTF-16 unit has at most this many bytes in UTF-8. */
const bytesPerUnit = 3;

/** Returns the number of bytes of a text in UTF-8. */
export const bytesOf = (text: string): number => Buffer.byteLength(text);

/** Returns the beginning of a cleaned text that has at most `maxBytes` bytes in UTF-8. Cuts between two characters. */
export function cutText(text: string, maxBytes: number): string {
  if (text.length * bytesPerUnit <= maxBytes || bytesOf(text) <= maxBytes) return text;
  // `encodeInto` writes whole characters only.
  const { read } = utf8.encodeInto(text, new Uint8Array(Math.max(maxBytes, 0)));
  return text.slice(0, read).replace(/[\u200c\u200d]$/, '');
}
