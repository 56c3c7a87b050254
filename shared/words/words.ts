import { AsyncLocalStorage } from 'node:async_hooks';
import type { Language } from '../contract/enumerations.ts';
import { formats } from './formats.ts';
import type { Catalogue, ValuesOf, Worded, WordKey, WordValue } from './worded.ts';
import { en } from './words.en.ts';

/** A language and its words. */
export interface Speech {
  readonly language: Language;
  readonly words: Catalogue;
}

/** The language of the running request or mail. Requests at the same time in one process each have their own language. */
export const speaking = new AsyncLocalStorage<Speech>();

const english: Speech = { language: 'en', words: en };
const speech = (): Speech => speaking.getStore() ?? english;

/** Returns the language of the request or mail. Returns English outside of requests and mails. */
export const language = (): Language => speech().language;

/** Returns the text of a key with its values, in the language of the request or mail. `count` decides the plural form. */
export const t = <Key extends WordKey>(key: Key, ...[values]: ValuesOf<Key>): string =>
  inWords({ key, values });

/** Returns the text of named words, in the language of the request or mail. */
export const inWords = ({ key, values }: Worded): string =>
  textOf(key, values?.count).replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values?.[name];
    return value === undefined ? place : shown(value);
  });

/** Returns the text of a key, with places such as `{name}` instead of values. `count` decides the plural form. */
export function textOf(key: WordKey, count?: unknown): string {
  const { language: inLanguage, words } = speech();
  const entry = words[key];
  if (typeof entry === 'string') return entry;
  return (count === 1 && formats[inLanguage].hasSingular ? entry.one : undefined) ?? entry.other;
}

/** Returns a value as texts show it. Numbers and times have the form of the language. */
export function shown(value: WordValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formats[language()].number(value);
  return value instanceof Date ? momentInWords(value) : inWords(value);
}

/** Returns day, month and year, in UTC: 9 April 2026 */
export const dateInWords = (date: Date): string => formats[language()].date(date);

/** Returns date and time to the minute, with the time zone: 9 April 2026 at 12:34 UTC */
export const momentInWords = (date: Date): string =>
  formats[language()].moment(dateInWords(date), date.toISOString().slice(11, 16));

/** Returns a size in bytes, kB (1,000 bytes) or MB, as current file managers show it. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return t('size.bytes', { bytes });
  const [value, unit] = bytes < 999_500 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  const text = value < 10 ? value.toFixed(1) : String(Math.round(value));
  return `${text.replace('.', formats[language()].decimalPoint)} ${unit}`;
}

/** Returns texts as a list, with commas. */
export const listed = (items: readonly string[]): string => items.join(t('list.comma'));
