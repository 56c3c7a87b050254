import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { FinalizeRequestMiddleware, HttpRequest, MiddlewareStack } from '@smithy/types';
import { closed, listening } from '../receivers/listening.ts';

/**
 * `refusing` cuts connections. `failing` answers 500, `denying` that access is denied, `conflicting` that another transaction has
 * the item, `throttling` that a partition is hot. `silent` never answers. `stalling` stops in the middle of the answer.
 * `unanswered` lets the store do the request, but cuts the connection before the answer.
 */
export type Fault =
  | 'refusing'
  | 'failing'
  | 'denying'
  | 'conflicting'
  | 'throttling'
  | 'silent'
  | 'stalling'
  | 'unanswered';

export interface FaultyProxy {
  readonly endpoint: string;
  /** The endpoint of the store. */
  readonly store: string;
  /**
   * Returns the fault of a request; undefined lets the request through. If it returns a promise, the request waits for the result. Default:
   * no faults
   */
  faultOf: (request: IncomingMessage) => Fault | undefined | Promise<Fault | undefined>;
  /** Whether `faultOf` is not the default. */
  readonly hasFaults: boolean;
  /** Makes `faultOf` the default again. */
  mend(): void;
  close(): Promise<void>;
}

const noFaults = () => undefined;

/** Returns a function that tells whether a request asks a store for an operation. */
export const isCall =
  (operation: string) =>
  ({ headers }: IncomingMessage): boolean =>
    String(headers['x-amz-target']).endsWith(`.${operation}`);

/** Returns whether a request changes what a store has, or sends something. */
export const isChange = ({ headers, method = 'GET' }: IncomingMessage): boolean => {
  const target = headers['x-amz-target'];
  if (target === undefined) return method !== 'GET' && method !== 'HEAD';
  return !/\.(Get|BatchGet|TransactGet|Query|Scan|Encrypt|Decrypt|Sign)/.test(String(target));
};

/** Applies a fault to matching requests. Resolves when the first of them arrives. */
export function faultOn(
  line: FaultyProxy,
  fault: Fault,
  matches: (request: IncomingMessage) => boolean = () => true,
): Promise<void> {
  const met = Promise.withResolvers<void>();
  line.faultOf = (request) => {
    if (!matches(request)) return undefined;
    met.resolve();
    return fault;
  };
  return met.promise;
}

/**
 * Applies a fault to `count` requests for an operation, beginning with the request that has the number `from`. Returns a function that
 * counts the requests with this fault so far.
 */
export function faultSome(
  line: FaultyProxy,
  fault: Fault,
  operation: string,
  { from = 1, count }: { readonly from?: number; readonly count: number },
): () => number {
  let requests = 0;
  let met = 0;
  line.faultOf = (request) => {
    if (!isCall(operation)(request)) return undefined;
    requests += 1;
    if (requests < from || met >= count) return undefined;
    met += 1;
    return fault;
  };
  return () => met;
}

/** Amazon DynamoDB API Reference, "UpdateItem" and "TransactWriteItems". */
const ofDynamoDb = 'com.amazonaws.dynamodb.v20120810#';
const conflictOf = (request: IncomingMessage) =>
  isCall('TransactWriteItems')(request)
    ? {
        __type: `${ofDynamoDb}TransactionCanceledException`,
        CancellationReasons: [
          { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' },
        ],
      }
    : { __type: `${ofDynamoDb}TransactionConflictException`, message: 'Transaction is ongoing for the item' };
const throttling = {
  __type: `${ofDynamoDb}ProvisionedThroughputExceededException`,
  message: 'The level of configured provisioned throughput for the table was exceeded.',
};
const refusalOf = (fault: 'conflicting' | 'throttling', request: IncomingMessage): string =>
  JSON.stringify(fault === 'throttling' ? throttling : conflictOf(request));

const denial = JSON.stringify({ __type: 'AccessDeniedException', message: 'not authorized' });

/** Starts a proxy in front of a store, which lets requests through unless they have a fault. */
export async function faultyProxy(store: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(store);
  const server = createServer(async (incoming, response) => {
    const fault = await line.faultOf(incoming);
    switch (fault) {
      case 'refusing':
        incoming.socket.destroy();
        return;
      case 'failing':
        incoming.resume();
        response.writeHead(500).end();
        return;
      case 'denying':
        incoming.resume();
        response.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' }).end(denial);
        return;
      case 'conflicting':
      case 'throttling':
        incoming.resume();
        response
          .writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
          .end(refusalOf(fault, incoming));
        return;
      case 'silent':
        incoming.resume();
        return;
    }
    const { method = 'GET', url: path = '/', rawHeaders: headers } = incoming;
    const outgoing = send({ hostname, port, method, path, headers }, (answer) => {
      if (fault === 'unanswered') {
        answer.resume().once('end', () => incoming.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      if (fault === 'stalling')
        answer.once('data', (chunk: Buffer) => response.write(chunk.subarray(0, 100)));
      else answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  const line: FaultyProxy = {
    endpoint: `http://127.0.0.1:${await listening(server)}`,
    store,
    faultOf: noFaults,
    get hasFaults() {
      return line.faultOf !== noFaults;
    },
    mend: () => {
      line.faultOf = noFaults;
    },
    close: async () => {
      await closed(server);
    },
  };
  return line;
}

/** Sends requests of this process to the store itself while the proxy has no faults, because most requests of tests need no proxy. */
export function passBy<I extends object, O extends object>(
  { middlewareStack }: { readonly middlewareStack: MiddlewareStack<I, O> },
  line: FaultyProxy,
): void {
  const choose: FinalizeRequestMiddleware<I, O> = (next) => (args) => {
    const { hostname, port } = new URL(line.hasFaults ? line.endpoint : line.store);
    Object.assign(args.request as HttpRequest, { hostname, port: Number(port) });
    return next(args);
  };
  middlewareStack.addRelativeTo(choose, { name: 'passBy', relation: 'before', toMiddleware: 'sign' });
}
