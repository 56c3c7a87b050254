import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import { listening } from './listening.ts';

/** The key and the certificate in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The time when the whole request was received, in epoch milliseconds. */
  readonly at: number;
}

/** Answers a request that was received. Bytes that are not HTTP are written to `response.socket`. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

export interface Receiver {
  /** `https://localhost:<port>/hook`. The receiver serves every other path too. */
  readonly url: string;
  readonly port: number;
  readonly certificate: Certificate;
  /** All requests since the receiver was opened, in the order of their arrival. */
  readonly received: readonly ReceivedRequest[];
  /** The number of connections that were made. */
  readonly connections: number;
  /** Default: answers 204 */
  behaviour: Behaviour;
  /** Waits for the first request that `next` has not returned yet. */
  next(): Promise<ReceivedRequest>;
  /** Waits for the first `count` requests. */
  count(count: number): Promise<ReceivedRequest[]>;
  /** Cuts the connection of a request with a TCP reset. */
  reset(request: IncomingMessage): void;
  /** Cuts all connections. */
  close(): Promise<void>;
}

const patienceMilliseconds = 20_000;
const dayMilliseconds = 24 * 60 * 60_000;

/** Makes a self-signed certificate. Default: valid from yesterday to tomorrow */
export async function makeCertificate(
  given: { readonly names?: readonly string[]; readonly expired?: boolean } = {},
): Promise<Certificate> {
  const { names = ['localhost'], expired = false } = given;
  const now = Date.now();
  // Each certificate has another subject, because OpenSSL finds an issuer among trusted certificates by its name.
  const { private: key, cert } = await generate([{ name: 'commonName', value: `receiver ${randomUUID()}` }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - 2 * dayMilliseconds),
    notAfterDate: new Date(expired ? now - dayMilliseconds : now + dayMilliseconds),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...names.map((value) => ({ type: 2 as const, value })),
          ...(names.includes('localhost') ? ['127.0.0.1', '::1'] : []).map((ip) => ({
            type: 7 as const,
            ip,
          })),
        ],
      },
    ],
  });
  return { key, cert };
}

let shared: Promise<Certificate> | undefined;

function certificateOfThisProcess(): Promise<Certificate> {
  shared ??= makeCertificate();
  return shared;
}

/**
 * Makes this process trust more certificates, in connections that it makes from now on. For another process, put `certificate.cert`
 * into a file, and name the file in NODE_EXTRA_CA_CERTS.
 */
export const trust = (...certificates: Certificate[]): void =>
  setDefaultCACertificates([...getCACertificates('default'), ...certificates.map(({ cert }) => cert)]);

/** Opens an HTTPS server on the loopback address. It keeps all requests. Default: with this process's certificate */
export async function openReceiver(
  given: { readonly certificate?: Certificate; readonly keepAliveMilliseconds?: number } = {},
): Promise<Receiver> {
  const certificate = given.certificate ?? (await certificateOfThisProcess());
  const { keepAliveMilliseconds = 5000 } = given;
  const received: ReceivedRequest[] = [];
  const waiting = new Set<() => void>();
  const sockets = new Map<number | undefined, Socket>();
  let connections = 0;
  let returned = 0;

  const server = createServer(
    { ...certificate, keepAliveTimeout: keepAliveMilliseconds },
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request;
        const body = Buffer.concat(chunks);
        received.push({ method, path, headers, body, at: Date.now() });
        receiver.behaviour(request, response, body);
        for (const look of waiting) look();
      });
    },
  );
  server.on('connection', (socket: Socket) => {
    connections += 1;
    const { remotePort } = socket;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
  const port = await listening(server);

  const count = (wanted: number) =>
    new Promise<ReceivedRequest[]>((resolve, reject) => {
      const look = () => {
        if (received.length < wanted) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve(received.slice(0, wanted));
      };
      const timer = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`${received.length} of ${wanted} requests have arrived`));
      }, patienceMilliseconds);
      waiting.add(look);
      look();
    });

  const receiver: Receiver = {
    url: `https://localhost:${port}/hook`,
    port,
    certificate,
    received,
    get connections() {
      return connections;
    },
    behaviour: (_, response) => response.writeHead(204).end(),
    count,
    next: async () => {
      returned += 1;
      const requests = await count(returned);
      return requests[requests.length - 1] as ReceivedRequest;
    },
    reset: ({ socket }) => sockets.get(socket.remotePort)?.resetAndDestroy(),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets.values()) socket.destroy();
      await closed;
    },
  };
  return receiver;
}
