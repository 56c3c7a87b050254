/** A day in seconds, and in milliseconds. */
export const daySeconds = 24 * 60 * 60;
export const dayMilliseconds = daySeconds * 1000;
