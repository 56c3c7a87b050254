/** A day in seconds, and in milliseconds. All days of the service are days of UTC, which have no other length. */
export const daySeconds = 24 * 60 * 60;
export const dayMilliseconds = daySeconds * 1000;
