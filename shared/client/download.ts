import { call, sendingOf } from './call.ts';
import { ApiError, ConnectionError } from './errors.ts';
import type { Input } from './request.ts';
import { wait } from './retry.ts';
import { retried, type Sending } from './send.ts';
import type { CallOptions, ClientOptions, Operations } from './types.ts';

/**
 * Returns the PDF of a version as a stream. While the service makes the reader's copy, it waits and asks again. Throws `ApiError`, or the
 * signal's reason when the signal is aborted; so does the stream.
 */
export async function downloadVersion(
  client: ClientOptions,
  input: Input,
  options: CallOptions,
): Promise<ReadableStream<Uint8Array>> {
  for (;;) {
    const { data } = await call(client, 'getDocumentVersionDownload', input, options);
    const { download_url, retry_after }: Operations['getDocumentVersionDownload']['output'] = data;
    const sending = sendingOf(client, options);
    if (download_url !== null) return retried(() => openFile(download_url, sending), sending);
    await wait((retry_after ?? 1) * 1000, options.signal);
  }
}

/** Requests a file. The time limit counts anew for each piece, because a large file takes long. The store refuses other credentials. */
async function openFile(
  url: string,
  { fetch, timeoutMilliseconds, signal, onResponse }: Sending,
): Promise<ReadableStream<Uint8Array> | ApiError> {
  signal?.throwIfAborted();
  const late = new AbortController();
  const inTime = async <Result>(step: Promise<Result>): Promise<Result> => {
    const timer = setTimeout(
      () => late.abort(new DOMException('The file came too slowly.', 'TimeoutError')),
      timeoutMilliseconds,
    );
    return step.finally(() => clearTimeout(timer));
  };
  try {
    const ending = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    const response = await inTime(fetch(url, { signal: ending }));
    onResponse?.(response);
    if (!response.ok || !response.body) return new ApiError(response, await inTime(response.text()));
    const reader = response.body.getReader();
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const { done, value } = await inTime(reader.read());
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (cause) {
          controller.error(signal?.aborted ? signal.reason : new ConnectionError(cause));
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    return new ConnectionError(cause);
  }
}
