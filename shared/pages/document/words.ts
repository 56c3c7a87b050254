import type { DocumentItem } from '../../data/documents/documents.ts';
import { guessLanguage } from '../../pdf/typography/languages.ts';
import { dateAndTimeInWords, dateInWords } from '../../text/words.ts';
import { type Html, html } from '../html.ts';

/** Returns the direction and the language attributes for an element with text that people wrote. */
export function ofItsOwn(text: string): Html {
  const language = guessLanguage(text);
  return html`dir="auto"${language && html` lang="${language}"`}`;
}

/** Returns day, month in words and year, in UTC. */
export const date = (dateTime: string): Html =>
  html`<time datetime="${dateTime}">${dateInWords(new Date(dateTime))}</time>`;

/** Does the same with the time to the minute. */
export const dateAndTime = (dateTime: string): Html =>
  html`<time datetime="${dateTime}">${dateAndTimeInWords(new Date(dateTime))} UTC</time>`;

/** `isGoverned`: rules of policies restrict readers further. A private document has no readers to restrict. */
export function accessInWords({ access_level, organization_name }: DocumentItem, isGoverned: boolean): Html {
  if (access_level === 'private') return html`Private: for its creator only`;
  const limit = isGoverned && html`, as its policies allow`;
  if (access_level === 'public') return html`Public${limit}`;
  return html`For members of <bdi>${organization_name ?? 'the organization'}</bdi>${limit}`;
}

/** Returns a size in powers of ten, as current file managers do. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [value, unit] = bytes < 999_500 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** Returns the beginning of a text on one line. */
export function excerpt(text: string, maxCharacters: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  if (characters.length <= maxCharacters) return characters.join('');
  return `${characters.slice(0, maxCharacters).join('').trimEnd()}…`;
}
