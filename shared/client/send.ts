import { ApiError, ConnectionError } from './errors.ts';
import { type Progress, sendWatched } from './progress.ts';
import { isWorthRetrying, wait, waitMilliseconds } from './retry.ts';

/** The time limit assumes an upload rate of at least 100,000 bytes a second. */
const bytesPerMillisecond = 100;

export interface Sending {
  readonly fetch: typeof fetch;
  readonly maxRetries: number;
  /** The time limit of an attempt. The time to send the body is added to it. */
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly onResponse: ((response: Response) => void) | undefined;
}

interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | Blob | undefined;
}

export interface Answer {
  /** The response. Its body is read already. */
  readonly response: Response;
  /** The parsed body; undefined if the response has none. */
  // biome-ignore lint/suspicious/noExplicitAny: the types of the methods name the type for each operation
  readonly data: any;
}

/** Sends a request until it succeeds or is not worth a retry. Throws `ApiError`, or the signal's reason when the signal is aborted. */
export const send = (request: PreparedRequest, sending: Sending): Promise<Answer> =>
  retried(() => attempt(request, sending), sending);

/** Repeats an attempt until it succeeds or is not worth a retry. Throws `ApiError`, or the signal's reason when the signal is aborted. */
export async function retried<Result>(
  attemptOnce: () => Promise<Result | ApiError>,
  { maxRetries, signal }: Pick<Sending, 'maxRetries' | 'signal'>,
): Promise<Result> {
  for (let retries = 0; ; retries++) {
    const outcome = await attemptOnce();
    if (!(outcome instanceof ApiError)) return outcome;
    const { status, retryAfter } = outcome;
    if (retries >= maxRetries || !isWorthRetrying(status, retryAfter)) throw outcome;
    await wait(waitMilliseconds(retries, retryAfter, Math.random()), signal);
  }
}

async function attempt(
  { url, body, ...request }: PreparedRequest,
  { fetch, timeoutMilliseconds, signal, onProgress, onResponse }: Sending,
): Promise<Answer | ApiError> {
  signal?.throwIfAborted();
  const size = body instanceof Blob ? body.size : 0;
  const deadline = AbortSignal.timeout(timeoutMilliseconds + Math.ceil(size / bytesPerMillisecond));
  const ending = { ...request, signal: signal ? AbortSignal.any([signal, deadline]) : deadline };
  try {
    const response = await (onProgress && body instanceof Blob
      ? sendWatched(fetch, url, { ...ending, body }, onProgress)
      : fetch(url, body === undefined ? ending : { ...ending, body }));
    onResponse?.(response);
    const text = await response.text();
    if (!response.ok) return new ApiError(response, text);
    return { response, data: text === '' ? undefined : JSON.parse(text) };
  } catch (cause) {
    signal?.throwIfAborted();
    return new ConnectionError(cause);
  }
}
