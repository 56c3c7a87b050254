/**
 * Dates and numbers in the English of the pages and files that people read. They are what `Intl` makes of them for `en-GB`,
 * without the 10 ms of CPU time that its first use adds to a cold start.
 */

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Returns day, month in words and year, in UTC: no reader takes the day for the month. 9 April 2026 */
export const dateInWords = (date: Date): string =>
  `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;

/** Returns the same with the time to the minute: 9 April 2026 at 12:34 */
export const dateAndTimeInWords = (date: Date): string =>
  `${dateInWords(date)} at ${date.toISOString().slice(11, 16)}`;

/** Returns the same with the time zone, for readers anywhere: 9 April 2026 at 12:34 UTC */
export const momentInWords = (date: Date): string => `${dateAndTimeInWords(date)} UTC`;

/** Returns a whole number as people read it: 4,650,000 */
export const grouped = (number: number): string => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Returns how many there are of something: 1 page, 1,200 pages */
export const counted = (number: number, noun: string): string =>
  `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
