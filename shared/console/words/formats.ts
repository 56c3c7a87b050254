import { language } from './words.ts';

/** Formats of `Intl` are slow to make, so each is made once. */
const made = new Map<string, unknown>();

function once<Format>(name: string, make: (language: string) => Format): Format {
  const key = `${language()} ${name}`;
  const known = made.get(key) ?? make(language());
  made.set(key, known);
  return known as Format;
}

export const formatNumber = (value: number): string =>
  once('number', (tag) => new Intl.NumberFormat(tag)).format(value);

/** Such as `26 Nov 2026`. */
export const formatDate = (time: string): string =>
  once('date', (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' })).format(new Date(time));

/** Returns the end of a day in the person's time zone, as the API takes it. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

/** Such as `26 Nov 2026, 14:03`. */
export const formatTime = (time: string): string =>
  once('time', (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })).format(
    new Date(time),
  );

/** A day of UTC, such as `26 Nov`. */
export const formatDay = (day: string): string =>
  once(
    'day',
    (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  ).format(new Date(day));

const steps = [
  ['minute', 60],
  ['hour', 60],
  ['day', 24],
  ['month', 30],
  ['year', 12],
] as const;

/** Such as `3 minutes ago`, or such as `now` for less than a minute. */
export function formatAgo(time: string, now = Date.now()): string {
  let amount = (Date.parse(time) - now) / 1000;
  let unit: Intl.RelativeTimeFormatUnit = 'second';
  for (const [next, size] of steps) {
    if (Math.abs(amount) < size) break;
    amount /= size;
    unit = next;
  }
  const format = once('ago', (tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' }));
  return format.format(unit === 'second' ? 0 : Math.round(amount), unit);
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Such as `4.6 MB`, in powers of 1000. */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), byteUnits.length - 1);
  const unit = byteUnits[step] ?? 'byte';
  return once(
    unit,
    (tag) =>
      new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
  ).format(bytes / 1000 ** step);
}

export const formatPercent = (part: number): string =>
  once('percent', (tag) => new Intl.NumberFormat(tag, { style: 'percent' })).format(part);

export const formatList = (items: readonly string[]): string =>
  once('list', (tag) => new Intl.ListFormat(tag)).format(items);
