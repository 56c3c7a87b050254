import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Makes a server listen on a free port of the loopback address. Resolves with the port. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Closes a server and cuts its connections. Resolves when it is closed. */
export async function closed(server: HttpServer): Promise<void> {
  const closing = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closing;
}
