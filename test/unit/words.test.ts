import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counted, dateInEnglish, grouped } from '../../shared/text/words.ts';

const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const inEnglish = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });

describe('words', () => {
  test('a date has the format of Intl', () => {
    const long = inEnglish({ dateStyle: 'long' });
    fc.assert(fc.property(dates, (date) => dateInEnglish(date) === long.format(date)));
  });

  test('digits of a whole number are grouped as by Intl', () => {
    fc.assert(fc.property(fc.maxSafeNat(), (number) => grouped(number) === number.toLocaleString('en-GB')));
  });

  test.for([
    [0, '0 pages'],
    [1, '1 page'],
    [999, '999 pages'],
    [1000, '1,000 pages'],
  ] as const)('count %i', ([number, expected]) => expect(counted(number, 'page')).toBe(expected));
});
