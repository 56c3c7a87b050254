import type { Language } from '../contract/enumerations.ts';
import { dateInEnglish, grouped } from '../text/words.ts';

const germanMonths = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
];

/**
 * The formats of one language, with the same output as `Intl`. The first use of `Intl` would take 10 ms of a cold start. Times are in UTC.
 */
interface Formats {
  readonly date: (date: Date) => string;
  /** Joins a date and a time. */
  readonly moment: (date: string, time: string) => string;
  readonly number: (number: number) => string;
  readonly decimalPoint: string;
  /** Whether 1 has a plural form of its own. */
  readonly hasSingular: boolean;
}

export const formats: Readonly<Record<Language, Formats>> = {
  en: {
    date: dateInEnglish,
    moment: (date, time) => `${date} at ${time} UTC`,
    number: grouped,
    decimalPoint: '.',
    hasSingular: true,
  },
  de: {
    date: (date) => `${date.getUTCDate()}. ${germanMonths[date.getUTCMonth()]} ${date.getUTCFullYear()}`,
    moment: (date, time) => `${date} um ${time} UTC`,
    number: (number) => grouped(number).replaceAll(',', '.'),
    decimalPoint: ',',
    hasSingular: true,
  },
  ja: {
    date: (date) => `${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日`,
    moment: (date, time) => `${date} ${time} UTC`,
    number: grouped,
    decimalPoint: '.',
    hasSingular: false,
  },
};
