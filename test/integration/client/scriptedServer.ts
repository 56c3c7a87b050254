import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening } from '../../support/receivers/listening.ts';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export type Step = (response: ServerResponse) => void;

export const answer =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Step =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'req-1', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** Ends the connection without an answer. */
export const hangUp: Step = (response) => response.destroy();

export const breakOff: Step = (response) => {
  response.writeHead(200, { 'Content-Length': '100' });
  response.write('{"id":', () => response.destroy());
};

export const keepSilent: Step = () => {};

/** A server that answers each request with the next of these steps. When there are no more steps, it repeats the last one. */
export async function scriptedServer(...steps: readonly Step[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    const step = steps[Math.min(received.length, steps.length - 1)];
    received.push({ method, url, headers, body });
    step?.(response);
  });
  const port = await listening(server);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
