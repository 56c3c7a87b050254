/** Doubled with each attempt, so that three retries are over within 2 seconds when the service does not say how long to wait. */
const firstBackoffMilliseconds = 250;
const maxBackoffMilliseconds = 8000;
/** A rate window is one minute; a call waits no longer. */
const maxWaitSeconds = 60;

/** Says whether a request may succeed when it is sent again: after 429, 5xx, and when no answer came. */
export const isWorthRetrying = (status: number, retryAfter: number | null): boolean =>
  (status === 0 || status === 429 || status >= 500) && (retryAfter ?? 0) <= maxWaitSeconds;

/**
 * Returns how long to wait before a retry: the time that the service asks for, plus a random part of a doubling backoff ("full jitter"),
 * so that clients that failed together do not retry together.
 *
 * @param retries - how many there were before
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

/** Waits; rejects with the signal's reason as soon as it is aborted. */
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
