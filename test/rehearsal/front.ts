import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:https';
import { emulatorPort } from './emulator.ts';
import { frontAddress } from './names.ts';
import type { Tls } from './rehearsal.ts';

/** The emulator runs each concurrent invocation in a Node.js process. More processes would only wait for each other. */
const maxRequests = 4;

/**
 * Starts a server in place of AWS's DNS and TLS. It receives `https://<api>.execute-api.<region>.amazonaws.com/...` on port 443 and
 * passes each request on to the emulator. It changes only the `Host` header, by which the emulator finds the API.
 */
export async function startFront({ key, certificate: cert }: Tls): Promise<Disposable> {
  const waiting: (() => void)[] = [];
  let running = 0;
  const enter = async () => {
    if (running >= maxRequests) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
  };
  const leave = () => {
    running--;
    waiting.shift()?.();
  };

  const server = createServer({ key, cert, maxHeaderSize: 65_536 }, async (incoming, outgoing) => {
    await enter();
    outgoing.once('close', leave);
    forward(incoming, outgoing, cert);
  });
  server.listen(443, frontAddress);
  await once(server, 'listening');
  return {
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, ca: string): void {
  const { method, url: path, rawHeaders } = incoming;
  const headers = rawHeaders.map((text, index) =>
    index % 2 === 1 && /^host$/i.test(rawHeaders[index - 1] ?? '') ? knownAs(text) : text,
  );
  const upstream = request(
    {
      host: '127.0.0.1',
      port: emulatorPort,
      method,
      path,
      headers,
      ca,
      servername: 'localhost',
      agent: false,
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHops(answer.rawHeaders));
      answer.pipe(outgoing);
    },
  );
  upstream.on('error', () => {
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end();
  });
  incoming.pipe(upstream);
}

const knownAs = (host: string): string =>
  host.replace(/^(\w+\.execute-api)\..*/, `$1.localhost:${emulatorPort}`);

/** Removes headers that are for one connection only (RFC 9110, section 7.6.1). */
const withoutHops = (raw: readonly string[]): string[] =>
  raw.filter((_, index) => !/^(transfer-encoding|connection)$/i.test(raw[index - (index % 2)] ?? ''));
