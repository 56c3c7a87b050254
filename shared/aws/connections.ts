import * as http from 'node:http';
import * as https from 'node:https';
import type { HttpRequest } from '@smithy/types';

export interface ConnectionLimits {
  /** The time limit for a connection to open. */
  readonly connectMilliseconds: number;
  /** The time limit for a complete answer, from the beginning of the request. */
  readonly answerMilliseconds: number;
  /** Whether `answerMilliseconds` starts over with each piece of the answer, for long answers. Default: false */
  readonly isPerPiece?: boolean;
}

/** A complete answer. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Sent extends HttpRequest {
  readonly requestTimeout?: number | undefined;
}

/** The SDK's retries recognize a timeout by this name. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

const maxSockets = 50;

/**
 * Returns a function that sends requests and reads whole answers. The function keeps connections open, and needs one timer for a request on
 * an open connection. The SDK's own handler is made for streams, and needs four. The function throws a TimeoutError or Node.js's connection
 * error; the SDK's retries accept both. A request may have its own `requestTimeout`, in milliseconds.
 */
export function connections({
  connectMilliseconds,
  answerMilliseconds,
  isPerPiece = false,
}: ConnectionLimits) {
  const agents = {
    http: new http.Agent({ keepAlive: true, maxSockets }),
    https: new https.Agent({ keepAlive: true, maxSockets }),
  };

  const handle = ({ protocol, hostname, port, path, method, headers, body, requestTimeout }: Sent) =>
    new Promise<{ response: Answer }>((resolve, reject) => {
      const [{ request }, agent] = protocol === 'http:' ? [http, agents.http] : [https, agents.https];
      const sent = request({ agent, host: hostname, port, path, method, headers });
      const giveUp = (what: string) => () => sent.destroy(new TimeoutError(`${hostname} ${what}`));
      const answerTimer = setTimeout(giveUp('did not answer in time'), requestTimeout ?? answerMilliseconds);
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
          resolve({
            response: {
              statusCode: answer.statusCode ?? 0,
              // Node.js returns a list of values only for Set-Cookie, and these services do not send that header.
              headers: answer.headers as Record<string, string>,
              body: Buffer.concat(chunks),
            },
          });
        });
      });
      sent.end(body);
    });

  return {
    handle,
    /** Closes idle connections. */
    destroy: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}
