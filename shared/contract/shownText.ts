/**
 * What texts of people may have, so that other people see them as they are. Pages, mails, PDFs and logs show names and titles within other
 * text. Without these rules, a name could write lines of a mail, reverse the text around it, or be invisible.
 */

/** Control characters (C0, DEL, C1) and the other line breaks of Unicode, as in a class of a regular expression. */
export const controls = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029';
/** Control characters other than tabs, LF and CR. */
export const controlsInLines = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f';
/** Characters that show the text after them in another direction: embeddings, overrides and isolates (UAX #9, section 2). */
export const directions = '\\u202a-\\u202e\\u2066-\\u2069';
/**
 * White space, and characters of the basic plane that cannot be seen: those without a width, fillers, selectors
 * (Default_Ignorable_Code_Point), the annotation characters and the blank pattern of Braille.
 */
export const blanks =
  '\\s\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0\\ufff0-\\ufffb';

const control = new RegExp(`[${controls}]`);
const controlInLines = new RegExp(`[${controlsInLines}]`);
const direction = new RegExp(`[${directions}]`);
/** The last characters have no place in the basic plane: a filler of Khitan, blank hieroglyphs, a notehead without a shape. */
const visible = /[^\s\p{Cc}\p{DI}\ufff9-\ufffb\u2800\u{16fe4}\u{13441}\u{13442}\u{1d159}]/u;

export const hasControl = (text: string): boolean => control.test(text);
/** Returns whether a text has control characters other than tabs and line breaks. */
export const hasControlInLines = (text: string): boolean => controlInLines.test(text);
export const hasDirection = (text: string): boolean => direction.test(text);
/** Returns whether people can see something of a text. White space and fillers, such as U+3164, cannot be seen. */
export const isVisible = (text: string): boolean => visible.test(text);

/** Characters that no heading and no mail shows: controls, lone surrogates, and those that change the direction of text. */
const unshown = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** The most characters of a name that comes from elsewhere. */
const cleanedMaxCharacters = 255;

/**
 * Returns a name that nobody can correct, such as the name of a file or a name from an identity provider, in a form that names of the
 * service may have: without control characters, lost characters (U+FFFD) and characters that change the direction of text, with single
 * spaces, trimmed, and cut to 255 characters. Returns null if nothing visible is left.
 */
export function cleanedName(text: string): string | null {
  const line = text
    .replace(/[\s\u0085]+/g, ' ')
    .replace(unshown, '')
    .replaceAll('\ufffd', '')
    .replace(/ +/g, ' ')
    .trim();
  const name = [...line].slice(0, cleanedMaxCharacters).join('').trim();
  return isVisible(name) ? name : null;
}

/** The most characters of a name or title in a mail or a heading. */
const shownMaxCharacters = 100;

/**
 * Returns a stored text as a heading shows it: on one line, with single spaces, cut to `max` characters, and without characters that change
 * the direction of text. Stored texts may be older than the rules for new ones. Default of `max`: 100
 */
export function shownLine(text: string, max = shownMaxCharacters): string {
  const characters = [
    ...text
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .replace(unshown, '')
      .trim(),
  ];
  if (characters.length <= max) return characters.join('');
  return `${characters.slice(0, max).join('').trimEnd()}…`;
}

/** Characters of scripts from right to left, and the marks of a direction. Other text cannot change the order of the text around it. */
const changesOrder =
  /[\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Returns `shownLine` of a text for a place within other text, whose direction it does not change (UAX #9, isolates). */
export function shownInLine(text: string): string {
  const line = shownLine(text);
  return changesOrder.test(line) ? `\u2068${line}\u2069` : line;
}

/** Splits a text at all line breaks of Unicode (UAX #14, classes BK, CR, LF and NL), and removes what could change the text around it. */
export const shownLinesOf = (text: string): string[] =>
  text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => line.replaceAll('\t', ' ').replace(unshown, ''));
