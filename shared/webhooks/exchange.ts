import type { IncomingMessage } from 'node:http';
import { type Agent, request as begin } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { failureOf, isClosedByPeer, isMalformed, type Phase, PostFailure } from './postErrors.ts';
import { statusReader } from './statusLine.ts';
import { withoutRoot } from './target.ts';

export interface Exchange {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly maxResponseBytes: number;
  readonly keptResponseBytes: number;
  readonly agent: Agent;
  readonly lookup: LookupFunction;
  /** Aborts the exchange. The promise rejects with the reason of the signal. */
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  /** The header `Retry-After`, as it was sent. */
  readonly retryAfter: string | null;
  /** The beginning of the body as UTF-8. Bytes that are not valid become U+FFFD. */
  readonly body: string;
}

/**
 * Thrown when the peer closed a kept connection before any part of an answer came, or when bytes that followed an earlier answer came in
 * its place.
 */
export class StaleConnection extends PostFailure {
  constructor(cause: unknown) {
    super('connection_reset', undefined, cause);
  }
}

/** Node's default. It is set here because NODE_OPTIONS could change the default. */
const maxHeaderBytes = 16 * 1024;

/** The most responses with a 1xx status before the answer, such as 103 (RFC 8297). An attacker could send such responses without end. */
const maxInterimResponses = 10;

/** Connections that can be reused. A request that fails on a reused connection may succeed on a new one. */
const established = new WeakSet<Duplex>();

/**
 * Sends a request and reads the answer. Rejects with a PostFailure. An answer with a 2xx status line is a success, whatever follows: the
 * receiver has the event, also if the rest of its answer is malformed, cut off or late. Any other answer counts when its headers have come,
 * whatever its body: many servers send an error without a length and do not close the connection, so the body has no end.
 */
export function exchange({
  url,
  headers,
  body,
  agent,
  lookup,
  signal,
  ...limits
}: Exchange): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = begin(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'document-governance/1 (webhooks)',
      'accept-encoding': 'identity',
      ...headers,
      'content-length': Buffer.byteLength(body),
    },
    agent,
    lookup,
    maxHeaderSize: maxHeaderBytes,
    // TLS allows no final full stop in a name (RFC 6066, section 3). By default, Node takes the name from the Host header.
    ...(url.hostname.endsWith('.') && { servername: withoutRoot(url.hostname) }),
  });

  let phase: Phase = 'connecting';
  let isReused = false;
  let bytesBefore = 0;
  let socket: TLSSocket | undefined;
  let status: number | undefined;
  let answered: IncomingMessage | undefined;
  const readStatus = statusReader();
  const watch = (bytes: Buffer) => {
    status = readStatus(bytes);
  };
  request.once('socket', (assigned: TLSSocket) => {
    socket = assigned;
    // Before Node's own listener, which may refuse the same bytes.
    socket.prependListener('data', watch);
    isReused = established.has(assigned);
    bytesBefore = assigned.bytesRead;
    if (isReused) {
      phase = 'secure';
      return;
    }
    assigned.once('connect', () => {
      phase = 'securing';
    });
    assigned.once('secureConnect', () => {
      phase = 'secure';
      established.add(assigned);
    });
  });

  const content = new Content(limits);
  const fail = (cause: unknown) => {
    if (answered) return resolve(answerOf(answered, content));
    if (status !== undefined && status < 300)
      return resolve({ status, retryAfter: null, body: content.text() });
    const isUntouched = isClosedByPeer(cause) && socket?.bytesRead === bytesBefore;
    const isStale = isReused && (isUntouched || (status === undefined && isMalformed(cause)));
    reject(isStale ? new StaleConnection(cause) : failureOf(cause, phase));
  };
  request.on('error', fail);
  let interim = 0;
  request.on('information', () => {
    interim += 1;
    if (interim <= maxInterimResponses) return;
    reject(new PostFailure('invalid_response'));
    request.destroy();
  });
  // Refuses a change of the protocol (status 101). Node emits `upgrade` only if a header names the protocol.
  const refuseUpgrade = () => {
    reject(new PostFailure('invalid_response'));
    request.destroy();
  };
  request.once('upgrade', refuseUpgrade);
  request.once('response', (response) => {
    response.on('error', fail);
    if (response.statusCode === 101) refuseUpgrade();
    else {
      answered = response;
      readAnswer(response, content, resolve);
    }
    response.once('end', () => {
      if (hasBytesToCome(response)) socket?.destroy();
    });
  });
  const abort = () => {
    fail(signal.reason);
    request.destroy();
  };
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  request.end(body);
  return promise.finally(() => {
    signal.removeEventListener('abort', abort);
    socket?.off('data', watch);
  });
}

/** The body of an answer, of which only the beginning is kept. */
class Content {
  readonly #limits: Pick<Exchange, 'maxResponseBytes' | 'keptResponseBytes'>;
  readonly #kept: Buffer[] = [];
  #bytes = 0;

  constructor(limits: Pick<Exchange, 'maxResponseBytes' | 'keptResponseBytes'>) {
    this.#limits = limits;
  }

  add(chunk: Buffer): void {
    const { keptResponseBytes } = this.#limits;
    if (this.#bytes < keptResponseBytes) this.#kept.push(chunk.subarray(0, keptResponseBytes - this.#bytes));
    this.#bytes += chunk.length;
  }

  get isTooLong(): boolean {
    return this.#bytes > this.#limits.maxResponseBytes;
  }

  /** Leaves out an incomplete character at the end if the body was cut. */
  text(): string {
    const isCut = this.#bytes > this.#limits.keptResponseBytes;
    return new TextDecoder().decode(Buffer.concat(this.#kept), { stream: isCut });
  }
}

/** Returns an answer with the part of its body that has come. */
const answerOf = ({ statusCode = 0, headers }: IncomingMessage, content: Content): Answer => ({
  status: statusCode,
  retryAfter: headers['retry-after'] ?? null,
  body: content.text(),
});

/** Reads the answer up to the limit. A connection can be used again only if the whole answer was read. */
function readAnswer(response: IncomingMessage, content: Content, resolve: (answer: Answer) => void): void {
  const finish = () => resolve(answerOf(response, content));
  response.on('data', (chunk: Buffer) => {
    content.add(chunk);
    if (!content.isTooLong) return;
    // The answer counts although the body is longer than the limit. The rest of the body is not needed.
    finish();
    response.destroy();
  });
  response.on('end', finish);
}

/** An answer with the status 204 has no body (RFC 9110, section 15.3.5), also if its headers announce one that follows. */
const hasBytesToCome = ({ statusCode, headers }: IncomingMessage): boolean =>
  statusCode === 204 &&
  ((headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined);
