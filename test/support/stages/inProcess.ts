import { randomUUID } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { gunzipSync, inflateSync } from 'node:zlib';
import type { Answer } from 'assembly-host/gateway/server';

/** What `fetch` sends if a request does not say it. */
const defaultHeaders = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
};

const withoutBody: readonly number[] = [204, 205, 304];

/**
 * Makes `fetch` of this process answer requests to `baseUrl` by the gateway itself, without a socket. Other requests go over the network.
 * Returns a function that ends this.
 */
export function answerInProcess(baseUrl: string, answer: Answer): () => void {
  const overNetwork = globalThis.fetch;
  const { origin, host, port } = new URL(baseUrl);
  const socket = Object.defineProperties(new Socket(), {
    remoteAddress: { value: '127.0.0.1' },
    localPort: { value: Number(port) },
  });

  const once = async (request: Request): Promise<Response> => {
    const incoming = new IncomingMessage(socket);
    const url = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    const headers = new Headers({ ...defaultHeaders, ...Object.fromEntries(request.headers), host });
    if (body.length > 0 || ['POST', 'PUT', 'PATCH'].includes(request.method))
      headers.set('content-length', String(body.length));
    incoming.method = request.method;
    incoming.url = url.pathname + url.search;
    incoming.httpVersion = '1.1';
    incoming.rawHeaders = [...headers].flat();
    incoming.push(body.length > 0 ? body : null);
    if (body.length > 0) incoming.push(null);
    const requestId = randomUUID();
    return responseOf(request, await answer(incoming, requestId), requestId);
  };

  const inProcess: typeof fetch = async (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input);
    if (asked.origin !== origin) return overNetwork(input, init);
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(request.signal.reason);
    request.signal.addEventListener('abort', abort);
    try {
      const response = await Promise.race([once(request), aborted.promise]);
      const location = response.headers.get('location');
      if (request.redirect === 'manual' || location === null || response.status < 300) return response;
      if (request.redirect === 'error') throw new TypeError('unexpected redirect');
      return await fetch(...redirected(request, new URL(location, asked), response.status));
    } finally {
      request.signal.removeEventListener('abort', abort);
    }
  };
  globalThis.fetch = inProcess;
  return () => {
    globalThis.fetch = overNetwork;
    socket.destroy();
  };
}

/** Returns the request that follows a redirect, without a body (Fetch standard, "HTTP-redirect fetch"). */
function redirected({ method, headers, url }: Request, to: URL, status: number): [URL, RequestInit] {
  if (status >= 307 && method !== 'GET' && method !== 'HEAD')
    throw new Error(`A test must follow the redirect of its ${method} itself.`);
  const sent = new Headers(headers);
  if (to.origin !== new URL(url).origin) for (const name of ['authorization', 'cookie']) sent.delete(name);
  return [to, { method: method === 'HEAD' ? method : 'GET', headers: sent }];
}

function responseOf(
  { method, url }: Request,
  { status, headers: given, body }: Awaited<ReturnType<Answer>>,
  requestId: string,
): Response {
  const headers = new Headers(given.map(([name, value]): [string, string] => [name, value]));
  headers.set('x-amzn-requestid', requestId);
  const isEmpty = method === 'HEAD' || withoutBody.includes(status);
  if (!isEmpty) headers.set('content-length', String(body.length));
  const response = new Response(isEmpty ? null : new Uint8Array(decoded(body, headers)), { status, headers });
  return Object.defineProperty(response, 'url', { value: url });
}

function decoded(body: Buffer, headers: Headers): Buffer {
  switch (headers.get('content-encoding')) {
    case 'gzip':
      return gunzipSync(body);
    case 'deflate':
      return inflateSync(body);
    default:
      return body;
  }
}
