/** Runs in a function's thread and does the work of Lambda's Node.js runtime. */
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { type DirectConnection, requestDirectly } from './directRequests.ts';
import { collectWhenIdle } from './idleHeap.ts';
import type { FunctionDefinition } from './template/workers.ts';

export interface RuntimeData {
  readonly definition: FunctionDefinition;
  /** Whether the thread has a lower priority than threads with waiting callers. */
  readonly isBackground: boolean;
  /** Certificates in PEM to trust in addition to those of Node.js. */
  readonly authorities: readonly string[];
  /** Undefined: requests to the stores go over sockets. */
  readonly stores: DirectConnection | undefined;
}

export interface RuntimeRequest {
  /** Identifies the invocation within the thread. */
  readonly id: number;
  readonly requestId: string;
  readonly event: string;
  /** Becomes the event's `body` in this thread. Inside the event's JSON, a file would have to be escaped, copied and parsed. */
  readonly binaryBody: Uint8Array | undefined;
  /** Epoch milliseconds. */
  readonly deadline: number;
}

export interface FunctionFailure {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}

export type RuntimeMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'initFailed'; readonly error: FunctionFailure }
  | { readonly kind: 'result'; readonly id: number; readonly payload: string }
  | { readonly kind: 'failed'; readonly id: number; readonly error: FunctionFailure };

type Handler = (event: unknown, context: object) => unknown;

const { definition, isBackground, authorities, stores } = workerData as RuntimeData;
// Only this thread uses the variable. The function must not see it.
delete process.env.NODE_COMPILE_CACHE;

// Background work must not slow down functions with waiting callers. Outside Linux, the priority would apply to the whole process and not
// to this thread.
if (isBackground && process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const send = (message: RuntimeMessage): void => parentPort?.postMessage(message);

/** AWS Lambda, "Define Lambda function handler in Node.js": the extensions are tried in this order. */
const extensions = ['.js', '.mjs', '.cjs'];

async function loadHandler(): Promise<Handler> {
  const [file = '', name = ''] = definition.handler.split('.');
  const path = extensions
    .map((extension) => join(definition.assetDirectory, `${file}${extension}`))
    .find((candidate) => existsSync(candidate));
  if (!path) throw new Error(`Cannot find the module ${file} of the handler ${definition.handler}.`);
  const module = await import(pathToFileURL(path).href);
  // If Node.js cannot detect the exports of a CommonJS module, the default export of the module has all exports.
  const handler = module[name] ?? module.default?.[name];
  if (typeof handler !== 'function') throw new Error(`${definition.handler} is not a function.`);
  return handler;
}

const contextOf = ({ requestId, deadline }: RuntimeRequest): object => ({
  awsRequestId: requestId,
  callbackWaitsForEmptyEventLoop: true,
  functionName: definition.name,
  functionVersion: '$LATEST',
  invokedFunctionArn: definition.arn,
  logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
  logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
  memoryLimitInMB: String(definition.memoryMegabytes),
  getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
});

function eventOf({ event, binaryBody }: RuntimeRequest): unknown {
  const value = JSON.parse(event);
  if (!binaryBody) return value;
  const { buffer, byteOffset, length } = binaryBody;
  return { ...value, body: Buffer.from(buffer, byteOffset, length).toString('base64') };
}

const failureOf = (error: unknown): FunctionFailure =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: error.stack?.split('\n') ?? [] }
    : { errorType: typeof error, errorMessage: String(error) };

try {
  // Adds the certificates before the module of the handler opens connections. This takes some milliseconds, so it is done only if there are
  // certificates to add.
  if (authorities.length > 0)
    tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...authorities])]);
  if (stores) requestDirectly(stores);
  const handler = await loadHandler();
  parentPort?.on('message', async (request: RuntimeRequest) => {
    const { id, requestId } = request;
    try {
      const result = await handler(eventOf(request), contextOf(request));
      send({ kind: 'result', id, payload: JSON.stringify(result ?? null) });
    } catch (error) {
      const failure = failureOf(error);
      console.error(JSON.stringify({ level: 'ERROR', message: 'Invoke Error', requestId, ...failure }));
      send({ kind: 'failed', id, error: failure });
    }
  });
  collectWhenIdle();
  send({ kind: 'ready' });
  // Writes the cache now, because the end of the thread would not write it.
  flushCompileCache();
} catch (error) {
  send({ kind: 'initFailed', error: failureOf(error) });
  parentPort?.close();
}
