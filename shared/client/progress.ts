/** The progress of a request with a file. The numbers include the few hundred bytes that a form adds to the file. */
export interface Progress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** The number of bytes that the connection gets at a time. */
const pieceBytes = 65_536;

interface WatchedRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body: Blob;
  readonly signal: AbortSignal;
}

/**
 * Sends a request and reports its progress. Browsers report progress for an XMLHttpRequest only. On other platforms, the connection takes
 * the body from a stream, and the taken bytes are reported.
 */
export function sendWatched(
  send: typeof fetch,
  url: string,
  request: WatchedRequest,
  onProgress: (progress: Progress) => void,
): Promise<Response> {
  return typeof XMLHttpRequest === 'undefined'
    ? sendStream(send, url, request, onProgress)
    : sendByXhr(new XMLHttpRequest(), url, request, onProgress);
}

function sendStream(
  send: typeof fetch,
  url: string,
  { body, headers, ...request }: WatchedRequest,
  onProgress: (progress: Progress) => void,
): Promise<Response> {
  let sentBytes = 0;
  const pieces = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await body.slice(sentBytes, sentBytes + pieceBytes).arrayBuffer();
        controller.enqueue(new Uint8Array(piece));
        sentBytes += piece.byteLength;
        onProgress({ sentBytes, totalBytes: body.size });
        if (sentBytes >= body.size) controller.close();
      },
    },
    // No piece is read before the connection asks for one.
    { highWaterMark: 0 },
  );
  // S3 refuses a body without a length.
  headers.set('Content-Length', String(body.size));
  // `fetch` requires this option for a stream. The option is missing in the type of `init`.
  const init = { ...request, headers, body: pieces, duplex: 'half' as const };
  return send(url, init);
}

async function sendByXhr(
  xhr: XmlHttpRequest,
  url: string,
  { method, headers, body, signal }: WatchedRequest,
  onProgress: (progress: Progress) => void,
): Promise<Response> {
  await new Promise<void>((resolve, reject) => {
    xhr.open(method, url);
    // By default, Firefox reads the empty answer of a bucket as XML and reports an error.
    xhr.responseType = 'text';
    headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value);
    });
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    xhr.onload = () => resolve();
    xhr.onerror = () => reject(new TypeError('The network failed.'));
    xhr.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(body);
  });
  return new Response(xhr.responseText || null, { status: xhr.status, headers: headersOf(xhr) });
}

/** Browsers end each header with CRLF, and separate its name from its value by a colon and a space. */
function headersOf(xhr: XmlHttpRequest): Headers {
  const lines = xhr.getAllResponseHeaders().split('\r\n').filter(Boolean);
  return new Headers(
    lines.map((line): [string, string] => [line.split(': ')[0] ?? '', line.replace(/^.*?: /, '')]),
  );
}

/** The members of a browser's XMLHttpRequest that are used here. The service is compiled without the types of browsers. */
interface XmlHttpRequest {
  readonly status: number;
  readonly responseText: string;
  responseType: 'text';
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: Blob): void;
  abort(): void;
}
declare const XMLHttpRequest: (new () => XmlHttpRequest) | undefined;
