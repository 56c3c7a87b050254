import { createServer, request as forward, type IncomingMessage } from 'node:http';
import { closed, listening } from '../support/receivers/listening.ts';

interface Change {
  readonly method: string;
  readonly path: string;
  /** The `Idempotency-Key`. */
  readonly key: string | string[] | undefined;
}

/** The connection of a window to the service and its files. */
interface Connection extends AsyncDisposable {
  /** An option of the window. */
  readonly proxy: { readonly server: string };
  /** All POST and PUT requests so far. */
  readonly changes: readonly Change[];
  /** Lets only the first piece of each file pass, until `release`. */
  hold(): void;
  release(): void;
  /** Ends all requests, and refuses others until `mend`. */
  cut(): void;
  mend(): void;
}

/**
 * Opens a connection that a test can interrupt: an HTTP proxy. To set the browser offline would not be enough, because it then goes on with
 * the requests that it has begun.
 */
export async function connection(): Promise<Connection> {
  const changes: Change[] = [];
  const held = new Set<IncomingMessage>();
  let isHolding = false;
  let isCut = false;
  const server = createServer((request, response) => {
    const { url = '', method = '', headers } = request;
    if (method === 'POST' || method === 'PUT')
      changes.push({ method, path: new URL(url).pathname, key: headers['idempotency-key'] });
    const onward = forward(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
    if (method !== 'PUT' || !isHolding) return;
    held.add(request);
    request.once('data', () => request.unpipe(onward).pause());
    request.once('released', () => request.pipe(onward));
  });
  server.on('connection', (socket) => isCut && socket.destroy());
  const port = await listening(server);
  return {
    proxy: { server: `http://127.0.0.1:${port}` },
    changes,
    hold: () => {
      isHolding = true;
    },
    release: () => {
      isHolding = false;
      for (const request of held) request.emit('released');
      held.clear();
    },
    cut: () => {
      isCut = true;
      server.closeAllConnections();
    },
    mend: () => {
      isCut = false;
    },
    [Symbol.asyncDispose]: () => closed(server),
  };
}
