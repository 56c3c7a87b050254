/** A day in seconds, and in milliseconds. All days of the service are days of UTC, which have no other length. */
export const daySeconds = 24 * 60 * 60;
export const dayMilliseconds = daySeconds * 1000;

/** Returns the day of a time (epoch milliseconds), such as 2026-11-22. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length);
