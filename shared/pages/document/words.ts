import type { DocumentItem } from '../../data/documents/documents.ts';
import { guessLanguage } from '../../pdf/typography/languages.ts';
import { accessInWords } from '../../policies/accessInWords.ts';
import type { Attached } from '../../policies/ruleKinds.ts';
import { type Html, html } from '../../text/html.ts';
import { dateInWords, momentInWords, shown } from '../../words/words.ts';
import { phraseOf } from '../phrase.ts';

/** Returns the attributes `dir` and `lang` for an element whose text a person wrote. */
export function ofItsOwn(text: string): Html {
  const language = guessLanguage(text);
  return html`dir="auto"${language && html` lang="${language}"`}`;
}

/** Returns day, month in words and year, in UTC. */
export const date = (dateTime: string): Html =>
  html`<time datetime="${dateTime}">${dateInWords(new Date(dateTime))}</time>`;

/** Returns day, month in words, year and the time to the minute, in UTC. */
export const dateAndTime = (dateTime: string): Html =>
  html`<time datetime="${dateTime}">${momentInWords(new Date(dateTime))}</time>`;

/** Returns the words for who may read a document. */
export function access(document: DocumentItem, attached: readonly Attached[]): Html {
  const { key, values } = accessInWords(document, attached, Date.now());
  return phraseOf(key, { ...values, organization: html`<bdi>${shown(values?.organization ?? '')}</bdi>` });
}

/** Returns the beginning of a text, on one line. */
export function excerpt(text: string, maxCharacters: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  if (characters.length <= maxCharacters) return characters.join('');
  return `${characters.slice(0, maxCharacters).join('').trimEnd()}…`;
}
