import { dateInWords } from './words.ts';

/** A time as clocks show it in a time zone. */
export interface LocalTime {
  /** Day, month in words and year. */
  readonly day: string;
  /** Hours and minutes; undefined in the last minute of the day: what ends then ends with the day. */
  readonly time: string | undefined;
  /** The place by which people name the zone. */
  readonly zone: string;
}

const lastMinute = '23:59';

/** Returns a time (RFC 3339) as clocks show it in a time zone. Its first call loads `Intl`, which takes 10 ms of CPU time. */
export function localTime(dateTime: string, timeZone: string): LocalTime {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const [date = '', minute = ''] = clock.format(new Date(dateTime)).split(' ');
  const zone = (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
  const day = dateInWords(new Date(`${date}T00:00:00Z`));
  return { day, time: minute === lastMinute ? undefined : minute, zone };
}
