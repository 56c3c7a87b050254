import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Sent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** `silent` leaves a request without an answer, `cut` ends its connection. */
export type Answer =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: object }
  | 'silent'
  | 'cut';

export interface AnsweringStore extends AsyncDisposable {
  readonly endpoint: string;
  /** The requests since it was last asked. */
  take(): readonly Sent[];
  /** The answers to the next requests. */
  answers: Answer[];
}

/** A store that answers what it is told to, and otherwise with `usual`. */
export async function answeringStore(usual: object = {}): Promise<AnsweringStore> {
  let sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    sent.push({ headers: request.headers, body: await text(request) });
    const answer = store.answers.shift() ?? {};
    if (answer === 'silent') return;
    if (answer === 'cut') {
      request.socket.destroy();
      return;
    }
    const { status = 200, headers = {}, body = usual } = answer;
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', ...headers });
    response.end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const store: AnsweringStore = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: [],
    take: () => {
      const taken = sent;
      sent = [];
      return taken;
    },
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return store;
}
