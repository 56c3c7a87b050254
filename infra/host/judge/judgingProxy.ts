import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { serveLoopback } from '../ownNames.ts';

export interface Answer {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** The answers of two stores to the same request. */
export interface Judged {
  /** `GetItem` */
  readonly operation: string;
  readonly input: string;
  readonly ours: Answer;
  readonly theirs: Answer;
}

export interface JudgingProxy {
  readonly endpoint: string;
  close(): Promise<void>;
}

/**
 * Sends each request to two stores, one request at a time, so that both see the same order. The client gets the answer of `theirs`.
 * If `ours` denies access, the client gets that answer, because the other store knows no roles.
 */
export async function judgingProxy(
  stores: { readonly ours: string; readonly theirs: string },
  judge: (judged: Judged) => void,
): Promise<JudgingProxy> {
  const agent = new Agent({ keepAlive: true });
  let turn: Promise<unknown> = Promise.resolve();
  const ask = async (headers: IncomingHttpHeaders, input: string): Promise<Answer> => {
    const ours = await post(agent, stores.ours, headers, input);
    const operation = operationOf(headers);
    if (operation === undefined || isRefusalOfCaller(ours)) return ours;
    const theirs = await post(agent, stores.theirs, headers, input);
    judge({ operation, input, ours, theirs });
    return theirs;
  };
  const { server, endpoint } = await serveLoopback(0, async (request, response) => {
    try {
      const input = await text(request);
      const answered = turn.then(() => ask(request.headers, input));
      turn = answered.catch(() => undefined);
      const { status, rawHeaders, body } = await answered;
      response.writeHead(status, [...rawHeaders]).end(body);
    } catch {
      response.destroy();
    }
  });
  return {
    endpoint,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await turn;
      agent.destroy();
    },
  };
}

/** Returns a request's operation; undefined for a request that only checks whether the store answers. */
const operationOf = (headers: IncomingHttpHeaders): string | undefined =>
  headers['x-amz-target']?.toString().replace(/^.*\./, '');

const isRefusalOfCaller = ({ status, body }: Answer): boolean =>
  status !== 200 && /"__type":"[^"]*(Signature|AccessDenied|Token|UnrecognizedClient)/.test(body);

function post(agent: Agent, store: string, headers: IncomingHttpHeaders, input: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = send(store, { agent, method: 'POST', headers }, (response) => {
    const { statusCode: status = 0, rawHeaders } = response;
    text(response).then((body) => resolve({ status, rawHeaders, body }), reject);
  });
  sent.on('error', reject);
  sent.end(input);
  return promise;
}
