import type { IncomingMessage } from 'node:http';

/** AWS, "Quotas for configuring and running a REST API": the payload of a request. */
export const maxBodyBytes = 10_485_760;

/** A request as API Gateway sees it, before it is routed. */
export interface GatewayRequest {
  readonly id: string;
  readonly receivedAt: number;
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  readonly rawQuery: string;
  /** The headers by name as sent, each with all values in order. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly protocol: string;
  readonly sourceIp: string;
}

/** Headers that apply to a single connection, or that API Gateway generates again (API Gateway, "Important notes"). */
const droppedHeaders = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function toGatewayRequest(request: IncomingMessage, id: string): GatewayRequest {
  const target = request.url ?? '/';
  // A request to a proxy names the whole URL (RFC 9112, section 3.2.2).
  const withoutOrigin = target.replace(/^https?:\/\/[^/?]*/i, '') || '/';
  const queryStart = withoutOrigin.indexOf('?');
  return {
    id,
    receivedAt: Date.now(),
    method: request.method ?? 'GET',
    path: queryStart < 0 ? withoutOrigin : withoutOrigin.slice(0, queryStart),
    rawQuery: queryStart < 0 ? '' : withoutOrigin.slice(queryStart + 1),
    headers: forwardedHeaders(request),
    protocol: `HTTP/${request.httpVersion}`,
    sourceIp: sourceIp(request),
  };
}

/** Returns the values of a header. The case of its name makes no difference. */
export function headerValues(headers: GatewayRequest['headers'], name: string): readonly string[] {
  for (const [sent, values] of headers) if (sent.toLowerCase() === name) return values;
  return [];
}

function forwardedHeaders(request: IncomingMessage): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  const nameAsSent = new Map<string, string>();
  const add = (name: string, value: string): void => {
    const lowerCase = name.toLowerCase();
    const known = nameAsSent.get(lowerCase) ?? name;
    nameAsSent.set(lowerCase, known);
    headers.set(known, [...(headers.get(known) ?? []), value]);
  };
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!droppedHeaders.has(name.toLowerCase())) add(name, rawHeaders[index + 1] ?? '');
  }
  const set = (name: string, value: string): void => {
    headers.delete(nameAsSent.get(name.toLowerCase()) ?? name);
    headers.set(name, [value]);
  };
  const before = request.headers['x-forwarded-for'];
  set('X-Forwarded-For', before ? `${before}, ${sourceIp(request)}` : sourceIp(request));
  set('X-Forwarded-Port', String(request.socket.localPort ?? ''));
  set('X-Forwarded-Proto', 'http');
  return headers;
}

const sourceIp = (request: IncomingMessage): string =>
  (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');

/** Reads a body. Undefined: the body is larger than API Gateway accepts. Rejects when the client disconnects. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return undefined;
  // The client may have disconnected while the host was starting, before there was a listener.
  if (request.destroyed) throw clientGone();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBodyBytes) resolve(undefined);
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => {
      if (!request.readableEnded) reject(clientGone());
    });
  });
}

const clientGone = () => new Error('The client closed the connection.');
