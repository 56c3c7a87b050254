import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Names and addresses of this machine only, with any port. */
const ownName = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Serves only requests that use one of this machine's own names. Without this check, a web page whose name resolves to a loopback address
 * (DNS rebinding) could read every answer.
 */
export const byOwnName =
  (serve: RequestListener): RequestListener =>
  (request, response) => {
    if (ownName.test(request.headers.host ?? '')) return serve(request, response);
    request.resume();
    // RFC 9110, section 15.5.20: not a server for this name.
    response.writeHead(421, { 'Content-Type': 'text/plain' });
    response.end('This host answers to localhost, 127.0.0.1 and [::1] only.\n');
  };

// Longer than an idle client keeps a connection, so that no request arrives on a connection that the server is closing.
const keepAliveTimeout = 120_000;

/** Starts a server on 127.0.0.1, which only this machine can reach. Port 0 picks a free port. */
export async function serveLoopback(
  port: number,
  serve: RequestListener,
): Promise<{ server: Server; endpoint: string }> {
  const server = createServer({ keepAliveTimeout }, byOwnName(serve));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { server, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
