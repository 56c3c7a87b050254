/**
 * Dates and numbers for people, in the same form as `Intl` for `en-GB`. The first use of `Intl` would add 10 ms of CPU time to a cold
 * start.
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

/** Returns day, month in words and year, in UTC: 9 April 2026 */
export const dateInEnglish = (date: Date): string =>
  `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;

/** Returns a whole number with commas: 4,650,000 */
export const grouped = (number: number): string => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Returns a number with its noun: 1 page, 1,200 pages */
export const counted = (number: number, noun: string): string =>
  `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
