/**
 * Requests to the stores of this process, by message ports. A socket would take several times the CPU, for the kernel and for two HTTP
 * parsers. Clients sign each request as for a socket, and the stores check it in the same way.
 */
import http, { type ClientRequest, IncomingMessage, type RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import type { JsonResponse, JsonServer } from './jsonServer.ts';

/** A connection to the stores. */
export interface DirectConnection {
  readonly port: MessagePort;
  /** The stores that answer at the port. */
  readonly endpoints: readonly string[];
}

interface DirectRequest {
  /** Identifies the request at its port. */
  readonly id: number;
  readonly endpoint: string;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface DirectResponse {
  readonly id: number;
  readonly response: JsonResponse | undefined;
}

/** Answers the requests of one connection. The port closes when the thread at its other end ends. */
export function answerDirectly(port: MessagePort, servers: readonly JsonServer[]): void {
  const serverOf = new Map(servers.map((server) => [server.endpoint, server]));
  port.on('message', async ({ id, endpoint, headers, body }: DirectRequest) => {
    const response = await serverOf.get(endpoint)?.answer({ headers, body });
    port.postMessage({ id, response } satisfies DirectResponse);
  });
  // Neither end of a connection alone keeps its thread running.
  port.unref();
}

/**
 * Sends a request, and calls back with the response; undefined: the store accepts no more requests. Returns a function that makes the
 * sender forget the request.
 */
export type Send = (
  request: Omit<DirectRequest, 'id'>,
  answered: (response: JsonResponse | undefined) => void,
) => () => void;

export function senderTo({ port }: DirectConnection): Send {
  const pending = new Map<number, Parameters<Send>[1]>();
  let lastId = 0;
  port.on('message', ({ id, response }: DirectResponse) => {
    const answered = pending.get(id);
    pending.delete(id);
    answered?.(response);
  });
  port.unref();
  return (request, answered) => {
    lastId += 1;
    const id = lastId;
    pending.set(id, answered);
    port.postMessage({ id, ...request } satisfies DirectRequest);
    return () => pending.delete(id);
  };
}

/** The error of a request that a store does not accept. */
export const refused = (endpoint: string): Error =>
  Object.assign(new Error(`connect ECONNREFUSED ${endpoint}`), { code: 'ECONNREFUSED' });

/**
 * Makes `http.request` send requests to the stores by a port. It does so only for requests of AWS clients: those with an action and a
 * signature among their options. Returns a function that ends this.
 */
export function requestDirectly(connection: DirectConnection): () => void {
  const send = senderTo(connection);
  const endpoints = new Set(connection.endpoints);
  const request = http.request as (...given: unknown[]) => ClientRequest;
  const direct = (...given: unknown[]): unknown => {
    const [options, listener] = given as [RequestOptions, ((response: IncomingMessage) => void)?];
    const endpoint = `http://${options.hostname ?? options.host}:${options.port}`;
    const headers = endpoints.has(endpoint) && signedHeaders(options);
    if (!headers) return request(...given);
    const sent = new PortRequest(endpoint, headers, send);
    return listener ? sent.once('response', listener) : sent;
  };
  Object.assign(http, { request: direct });
  syncBuiltinESMExports();
  return () => endpoints.clear();
}

/** Returns the headers of a request with an action and a signature, with names in lower case; undefined for any other request. */
function signedHeaders({ headers = {} }: RequestOptions): Record<string, string> | undefined {
  if (Array.isArray(headers)) return undefined;
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  return 'x-amz-target' in named && 'authorization' in named ? named : undefined;
}

/** What AWS clients use of a ClientRequest. */
class PortRequest extends Writable {
  /** A socket that is open, for clients that wait for a connection or set timeouts. */
  readonly socket = new Socket();
  readonly #endpoint: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #send: Send;
  readonly #chunks: (Buffer | string)[] = [];
  #response: IncomingMessage | undefined;
  #ignore: (() => void) | undefined;

  constructor(endpoint: string, headers: Readonly<Record<string, string>>, send: Send) {
    // A request ends with its response, and not with its body.
    super({ autoDestroy: false, decodeStrings: false });
    this.#endpoint = endpoint;
    this.#headers = headers;
    this.#send = send;
    process.nextTick(() => this.emit('socket', this.socket));
  }

  setTimeout(milliseconds: number, listener?: () => void): this {
    if (listener) this.once('timeout', listener);
    this.socket.setTimeout(milliseconds, () => this.emit('timeout'));
    return this;
  }

  override _write(chunk: Buffer | string, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  override _final(done: () => void): void {
    const [only = '', ...others] = this.#chunks;
    const body = others.length > 0 ? Buffer.concat(this.#chunks.map((chunk) => Buffer.from(chunk))) : only;
    const request = { endpoint: this.#endpoint, headers: this.#headers, body: body.toString() };
    this.#ignore = this.#send(request, (response) => {
      if (response) this.#answer(response);
      else this.destroy(refused(this.#endpoint));
    });
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#ignore?.();
    this.socket.destroy();
    const hangUp = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    done(error ?? (this.#response ? null : hangUp()));
  }

  #answer({ status, headers, payload }: JsonResponse): void {
    const response = new IncomingMessage(this.socket);
    this.#response = response;
    response.statusCode = status;
    response.headers = { ...headers };
    response.complete = true;
    response.push(payload);
    response.push(null);
    response.once('close', () => this.destroy());
    this.emit('response', response);
  }
}
