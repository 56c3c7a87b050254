/**
 * The longest random wait before the first retry. This limit doubles with each retry, so three retries wait less than 2 seconds in all,
 * unless the service asks for more.
 */
const firstBackoffMilliseconds = 250;
const maxBackoffMilliseconds = 8000;
/** The longest wait that a call accepts: one minute, the length of a rate window. */
const maxWaitSeconds = 60;

/** Returns whether to send a request again: after 429, 5xx or no answer, unless the service asks to wait longer than a minute. */
export const isWorthRetrying = (status: number, retryAfter: number | null): boolean =>
  (status === 0 || status === 429 || status >= 500) && (retryAfter ?? 0) <= maxWaitSeconds;

/**
 * Returns the time to wait before a retry: the time that the service asks for, plus a random part of a doubling backoff ("full jitter").
 * Without the random part, clients that failed together would also retry together.
 *
 * @param retries - the number of earlier retries
 * @param random - from 0 to 1
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function waitMilliseconds(retries: number, retryAfter: number | null, random: number): number {
  const backoff = Math.min(maxBackoffMilliseconds, firstBackoffMilliseconds * 2 ** retries);
  return (retryAfter ?? 0) * 1000 + random * backoff;
}

/** Reads a `Retry-After` header, seconds or a date (RFC 9110, section 10.2.3); null when it is missing or invalid. */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

/** Waits; rejects with the signal's reason as soon as the signal is aborted. */
export async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
