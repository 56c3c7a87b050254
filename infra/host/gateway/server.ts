import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { byOwnName } from '../ownNames.ts';
import { isPortTaken, StartupError } from '../startupError.ts';
import type { HttpAnswer } from './proxyResponse.ts';
import { maxBodyBytes } from './request.ts';

export type Answer = (request: IncomingMessage, requestId: string) => Promise<HttpAnswer>;

interface GatewayServer {
  readonly baseUrl: string;
  /** Starts answering, including requests that arrived since the port was bound. */
  serve(answer: Answer): void;
  /** Accepts no new requests. Resolves when running requests are done or the grace period is over. */
  close(graceMilliseconds: number): Promise<void>;
}

/** Binds a port of the loopback addresses. Requests wait until `serve` is called. Throws a StartupError when the port is taken. */
export async function bindGateway(port: number): Promise<GatewayServer> {
  const serving = Promise.withResolvers<Answer>();
  const answering = new Set<ServerResponse>();
  const onRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    answering.add(response);
    response.once('close', () => answering.delete(response));
    const requestId = randomUUID();
    try {
      const answer = await serving.promise;
      send(request, response, requestId, await answer(request, requestId));
    } catch (error) {
      // A disconnected client is not an error of the host.
      if (!request.socket.destroyed) console.error(error);
      response.destroy();
    }
  };

  const ipv4 = createGatewayServer(onRequest);
  const boundPort = await listen(ipv4, port, '127.0.0.1');
  const servers = [ipv4];
  const ipv6 = createGatewayServer(onRequest);
  try {
    // For some clients, `localhost` is this address.
    await listen(ipv6, boundPort, '::1');
    servers.push(ipv6);
  } catch (error) {
    if (port !== 0 && error instanceof StartupError) {
      ipv4.close();
      throw error;
    }
  }
  return {
    baseUrl: `http://localhost:${boundPort}`,
    serve: serving.resolve,
    close: async (graceMilliseconds) => {
      const closed = servers.map((server) => once(server, 'close'));
      const deadline = Date.now() + graceMilliseconds;
      for (const server of servers) server.close();
      while (answering.size > 0 && Date.now() < deadline) await delay(10);
      // The remaining connections are idle or have not sent a request.
      for (const server of servers) server.closeAllConnections();
      await Promise.all(closed);
    },
  };
}

function createGatewayServer(
  onRequest: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Server {
  const server = createServer({
    // Only headers have a timeout, because large uploads on slow connections take long.
    headersTimeout: 15_000,
    requestTimeout: 120_000,
    // Clients close idle connections before this time, so that no request arrives on a connection that the server is closing.
    keepAliveTimeout: 75_000,
  });
  server.on('request', byOwnName(onRequest));
  const onCheckContinue = byOwnName((request, response) => {
    // Without `100 Continue`, the client need not send a body that is too large.
    if (Number(request.headers['content-length'] ?? 0) <= maxBodyBytes) response.writeContinue();
    void onRequest(request, response);
  });
  server.on('checkContinue', onCheckContinue);
  return server;
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (isPortTaken(error))
      throw new StartupError(`Port ${port} is in use. Set PORT to another port, or to 0 for a free one.`);
    throw error;
  }
  return (server.address() as AddressInfo).port;
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  answer: HttpAnswer,
): void {
  // Reads the rest of a refused body. Otherwise a client that is still sending would not see the answer.
  request.resume();
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  response.setHeader('x-amzn-RequestId', requestId);
  if (answer.status !== 204 && answer.status !== 304 && request.method !== 'HEAD')
    response.setHeader('Content-Length', answer.body.length);
  response.writeHead(answer.status);
  response.end(answer.body);
}
