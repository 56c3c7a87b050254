import { guessLanguage } from '../../pdf/typography/languages.ts';
import { type Html, html } from '../../text/html.ts';
import { localTime } from '../../words/localTime.ts';
import { dateInWords, momentInWords, t } from '../../words/words.ts';

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

/** Returns the end of a share in the time zone of the person who shared, as mails do; in UTC if the share names no zone. */
export function endInWords(expires_at: string, time_zone: string | undefined): Html {
  if (time_zone === undefined) return dateAndTime(expires_at);
  const { day, time, zone } = localTime(expires_at, time_zone);
  const words =
    time === undefined ? t('shared.endOfDay', { day, zone }) : t('shared.endAt', { day, time, zone });
  return html`<time datetime="${expires_at}">${words}</time>`;
}

/** Returns the beginning of a text, on one line. */
export function excerpt(text: string, maxCharacters: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  if (characters.length <= maxCharacters) return characters.join('');
  return `${characters.slice(0, maxCharacters).join('').trimEnd()}…`;
}

/** Returns a time that the script writes in the reader's zone. Without script it is in UTC. */
export const yourTime = (dateTime: string): Html =>
  html`<time class="yours" datetime="${dateTime}">${momentInWords(new Date(dateTime))}</time>`;
