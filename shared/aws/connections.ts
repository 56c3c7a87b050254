import * as http from 'node:http';
import * as https from 'node:https';
import type { HttpHandlerOptions, HttpRequest, HttpResponse, RequestHandler } from '@smithy/types';

export interface ConnectionLimits {
  /** A connection that is not there within this time is given up. */
  readonly connectMilliseconds: number;
  /** An answer that is not complete within this time, counted from the request's beginning, is given up. */
  readonly answerMilliseconds: number;
  /** Whether that time begins again with each piece of the answer, where answers may be long. Default: false */
  readonly isPerPiece?: boolean;
}

/** The SDK's retries know a request that took too long by this name. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

const maxSockets = 50;

/**
 * Returns what sends an SDK client's requests (`requestHandler`) where bodies are whole: the JSON of DynamoDB, SQS and KMS, and
 * files that are read into memory. It keeps connections, hands an answer over once all of it is there, and has one timer a
 * request where the SDK's own handler, made for streams, has four. Throws a TimeoutError, or Node.js's error of a connection;
 * both are retried. A request may have a `requestTimeout` of its own, in milliseconds.
 */
export function connections({
  connectMilliseconds,
  answerMilliseconds,
  isPerPiece = false,
}: ConnectionLimits): RequestHandler<HttpRequest, HttpResponse, HttpHandlerOptions> {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets }),
    'https:': new https.Agent({ keepAlive: true, maxSockets }),
  };

  const handle = (
    { protocol, hostname, port, path, method, headers, body }: HttpRequest,
    { requestTimeout = answerMilliseconds }: HttpHandlerOptions = {},
  ) =>
    new Promise<{ response: HttpResponse }>((resolve, reject) => {
      const { request, agent } =
        protocol === 'http:'
          ? { request: http.request, agent: agents['http:'] }
          : { request: https.request, agent: agents['https:'] };
      const sent = request({ agent, host: hostname, port, path, method, headers });
      const giveUp = (what: string) => () => sent.destroy(new TimeoutError(`${hostname} ${what}`));
      const answerTimer = setTimeout(giveUp('did not answer in time'), requestTimeout);
      let connectTimer: NodeJS.Timeout | undefined;
      const fail = (error: Error) => {
        clearTimeout(answerTimer);
        clearTimeout(connectTimer);
        reject(error);
      };
      sent.on('error', fail);
      sent.once('socket', (socket) => {
        if (!socket.connecting) return;
        connectTimer = setTimeout(giveUp('did not accept the connection'), connectMilliseconds);
        socket.once('connect', () => clearTimeout(connectTimer));
      });
      sent.once('response', (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (isPerPiece) answerTimer.refresh();
        });
        answer.once('error', fail);
        answer.once('end', () => {
          clearTimeout(answerTimer);
          const [only] = chunks;
          resolve({
            response: {
              statusCode: answer.statusCode ?? 0,
              headers: headersOf(answer),
              body: chunks.length === 1 ? only : Buffer.concat(chunks),
            },
          });
        });
      });
      sent.end(body);
    });

  return {
    handle,
    destroy: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
    metadata: { handlerProtocol: 'http/1.1' },
  };
}

const headersOf = ({ headers }: http.IncomingMessage): Record<string, string> => {
  const single: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) single[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return single;
};
