const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const time = '\\d{2}:\\d{2}:\\d{2}';

/** The three forms of a date that recipients must accept (RFC 9110, section 5.6.7). */
const httpDates: readonly RegExp[] = [
  new RegExp(`^[A-Z][a-z]{2}, \\d{2} (${months}) \\d{4} ${time} GMT$`),
  new RegExp(`^[A-Z][a-z]{5,8}, \\d{2}-(${months})-\\d{2} ${time} GMT$`),
  new RegExp(`^[A-Z][a-z]{2} (${months}) [ \\d]\\d ${time} \\d{4}$`),
];

/**
 * Returns the pause of a `Retry-After` header, in milliseconds from `now` (epoch milliseconds). The header has seconds or a date (RFC 9110,
 * section 10.2.3). Returns null for any other text, and for a time in the past.
 */
export function retryAfterMilliseconds(header: string, now: number): number | null {
  const value = header.trim();
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : dateOf(value) - now;
  return milliseconds > 0 ? milliseconds : null;
}

/** Returns NaN for text that is not a date. `Date.parse` alone would accept `-5` and `tomorrow 1`. */
function dateOf(value: string): number {
  if (!httpDates.some((form) => form.test(value))) return Number.NaN;
  // The third form has no time zone, but means UTC.
  return Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
}
