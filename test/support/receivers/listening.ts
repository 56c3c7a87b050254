import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

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

/** Returns a port that nothing uses, for a program that is told its port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  const released = once(server, 'close');
  server.close();
  await released;
  return port;
}
