import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Functions } from 'assembly-host/functions';
import { gateway } from 'assembly-host/gateway/gateway';
import { bindGateway } from 'assembly-host/gateway/server';
import type { FunctionDefinition } from 'assembly-host/template/workers';
import { type RouteId, routes } from '../../../infra/api/routes.ts';
import type { FunctionName } from '../../../infra/functions/manifest.ts';
import { otherEntry, otherFunctions } from '../../../infra/functions/others.ts';
import {
  type UserPoolFunctionName,
  userPoolEntry,
  userPoolFunctions,
} from '../../../infra/functions/userPool.ts';
import { seed } from '../../../infra/local/seed.ts';
import { forgetMarks } from '../../../shared/data/activity/marks.ts';
import { type QueueName, storeOutputs } from '../../../shared/runtime/stores.ts';
import { type Credentials, clientOf } from '../client.ts';
import { signAsFunctions } from './functionRoles.ts';
import { answerInProcess } from './inProcess.ts';
import { takeMessages } from './queues.ts';
import { openStores, type ProvisionedStores, region, type StoresOptions } from './stores.ts';
import { Table } from './table.ts';

export interface StageOptions extends StoresOptions {
  /** Wraps each invocation of a function. Default: no wrapper */
  readonly around?: <T>(name: FunctionName, run: () => Promise<T>) => Promise<T>;
  /** Whether functions remember which lists were marked within the last minute. Default: each marks them like a new process */
  readonly remembersMarks?: boolean;
}

/** The functions that consume queues. */
const workers = {
  processing: 'processVersion',
  texts: 'keepText',
  preparations: 'prepareCopy',
  removals: 'removeDeleted',
  events: 'fanOutEvent',
  indexing: 'indexDocument',
} as const satisfies Partial<Record<QueueName, FunctionName>>;

/** An answer to `open`. */
interface Opened {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The target of a redirect. Default: '' */
  readonly location: string;
}

type Handler = (event: unknown, context: object) => Promise<unknown>;

export interface Stage {
  readonly credentials: Credentials;
  readonly call: ReturnType<typeof clientOf>;
  readonly table: Table;
  /** The folder with the data of the stores, and the files by which the operators' command line finds them. */
  readonly dataDirectory: string;
  readonly stores: ProvisionedStores;
  /** The address of SES, and of its inbox. */
  readonly inboxUrl: string;
  definitionOf(name: FunctionName): FunctionDefinition;
  /**
   * Invokes a function with its whole time left. Before a scheduled function, waits until the indexes have caught up, for up to a second.
   * In the service, the next run usually begins so long after a write that the indexes show the write.
   */
  invoke(name: FunctionName, event: unknown): Promise<unknown>;
  /** Runs the sweep if anything is due. Without due work, it would query all shards one after the other, which takes long. */
  sweepIfDue(): Promise<void>;
  /** Waits until reads of indexes show all acknowledged writes. */
  catchUp(): Promise<void>;
  /** Removes the items and objects that have expired at `now` (epoch milliseconds). */
  expire(now: number): Promise<void>;
  /** Removes all messages from a queue. Resolves with their bodies. */
  takeMessages(queue: QueueName): Promise<string[]>;
  /** Passes each message of a queue to the worker of the queue. `about`: only messages that contain this text, others are lost */
  drain(queue: keyof typeof workers, about?: string): Promise<void>;
  /** Requests a page as a browser does, and does not follow redirects. A POST has the `Origin` of the service. */
  open(path: string, headers?: Readonly<Record<string, string>>, init?: RequestInit): Promise<Opened>;
  /** Throws if the role of a function did not allow a request to a store. The function may have hidden this error. */
  requireNoRefusals(): void;
}

/** A stage whose owner closes it. */
export interface OpenStage extends Stage {
  /** Closes the stage. Throws as `requireNoRefusals` does. */
  close(): Promise<void>;
}

/**
 * Opens the service in this process, over the stores of the local host. HTTP requests run the handlers' source; those of this process use no
 * socket. Nothing consumes the queues, and no schedule runs: tests invoke workers themselves.
 */
export async function openStage(options: StageOptions = {}): Promise<OpenStage> {
  const { around = (_name, run) => run() } = options;
  await using cleanup = new AsyncDisposableStack();
  const server = await bindGateway(0);
  cleanup.defer(() => server.close(0));
  const { baseUrl } = server;
  const stores = await openStores(baseUrl, options);
  cleanup.defer(() => stores.close());
  const { stack, dataDirectory } = stores;
  const { asFunction, refused } = signAsFunctions(stores);
  await seed(
    {
      baseUrl,
      name: stack.name,
      // No alarms are evaluated here.
      endpoints: { ...stores.through, cloudwatch: 'http://127.0.0.1:9', ses: stores.inboxUrl },
      credentials: stores.credentials,
      outputs: { ...stack.outputs, SearchEndpoints: 'none' },
    },
    dataDirectory,
  );

  await linkAssets(stack.functions, join(dataDirectory, 'task'));
  const functions = new Map(stack.functions.map((definition) => [nameOf(definition), definition]));
  const names = new Map(stack.functions.map((definition) => [definition.logicalId, nameOf(definition)]));
  const definitionOf: Stage['definitionOf'] = (name) => {
    const definition = functions.get(name);
    if (!definition) throw new Error(`The stack has no function ${name}.`);
    return definition;
  };
  const scheduled = new Set(stack.schedules.map(({ functionId }) => functionId));
  const invoke: Stage['invoke'] = async (name, event) => {
    const definition = definitionOf(name);
    if (scheduled.has(definition.logicalId)) await stores.catchUp();
    const handle = await loadHandler(name);
    // On AWS, the function runs in another process than those that ran before.
    if (!options.remembersMarks) forgetMarks();
    return around(name, () => asFunction(definition.name, () => handle(event, lambdaContext(definition))));
  };
  const invokeById: Functions['invoke'] = async (logicalId, event, { binaryBody } = {}) => {
    const name = names.get(logicalId);
    if (!name) throw new Error(`There is no function ${logicalId}.`);
    return JSON.stringify(
      await invoke(name, { ...JSON.parse(event), ...(binaryBody && { body: base64OnHeap(binaryBody) }) }),
    );
  };
  const served = { invoke: invokeById, awaitFiles: async () => undefined };
  if (stack.api) {
    const answer = gateway({ api: stack.api, region, functions: served });
    server.serve(answer);
    cleanup.defer(answerInProcess(baseUrl, answer));
  }

  const table = await Table.at(stores.dynamodb.endpoint, stores.credentials, stores.dynamodb.send);
  const credentials: Credentials = JSON.parse(
    await readFile(join(dataDirectory, 'credentials.json'), 'utf8'),
  );
  const take: Stage['takeMessages'] = (queue) =>
    takeMessages(stores.sqs, stack.outputs[storeOutputs[`${queue}QueueUrl`]] ?? '');
  const requireNoRefusals = () => {
    const hidden = refused.splice(0);
    if (hidden.length > 0) throw new Error(`Roles do not allow: ${hidden.join('\n')}`);
  };
  const held = cleanup.move();
  return {
    credentials,
    call: clientOf(credentials),
    dataDirectory,
    stores,
    table,
    inboxUrl: stores.inboxUrl,
    definitionOf,
    invoke,
    sweepIfDue: async () => {
      await stores.catchUp();
      if (await table.isAnythingDue()) await invoke('sweepDue', {});
    },
    catchUp: () => stores.catchUp(),
    expire: (now) => stores.expire(now),
    takeMessages: take,
    drain: async (queue, about = '') => {
      const attributes = { ApproximateReceiveCount: '1' };
      for (const body of await take(queue))
        if (body.includes(about))
          await invoke(workers[queue], { Records: [{ messageId: 'message-1', body, attributes }] });
    },
    open: async (path, headers, init = {}) => {
      const ofPost = init.method === 'POST' && { Origin: new URL(baseUrl).origin };
      const response = await fetch(baseUrl + path.replaceAll('&amp;', '&'), {
        redirect: 'manual',
        ...init,
        headers: { Accept: 'text/html', ...ofPost, ...headers },
      });
      const location = response.headers.get('location') ?? '';
      return { status: response.status, headers: response.headers, text: await response.text(), location };
    },
    requireNoRefusals,
    close: async () => {
      await held.disposeAsync();
      requireNoRefusals();
    },
  };
}

/** Labels are the names of the manifest; those of workers begin with a capital letter. */
const nameOf = ({ label }: FunctionDefinition): FunctionName =>
  (label.charAt(0).toLowerCase() + label.slice(1)) as FunctionName;

/** Returns the context that Lambda passes to a handler. */
function lambdaContext({ name, memoryMegabytes, timeoutSeconds }: FunctionDefinition): object {
  const deadline = Date.now() + timeoutSeconds * 1000;
  return {
    awsRequestId: crypto.randomUUID(),
    functionName: name,
    memoryLimitInMB: String(memoryMegabytes),
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
}

const isRoute = (name: FunctionName): name is RouteId =>
  !(name in otherFunctions) && !(name in userPoolFunctions);

const isOfUserPool = (name: FunctionName): name is UserPoolFunctionName => name in userPoolFunctions;

/** Makes one folder with the asset files of all functions, because all functions of a process have one task root. */
async function linkAssets(definitions: readonly FunctionDefinition[], taskRoot: string): Promise<void> {
  await mkdir(taskRoot);
  const linked = new Set<string>();
  for (const { assetDirectory } of definitions)
    for (const file of await readdir(assetDirectory))
      if (file !== 'index.cjs' && !linked.has(file)) {
        // Files with the same name are the same in all folders.
        linked.add(file);
        await symlink(join(assetDirectory, file), join(taskRoot, file));
      }
  process.env.LAMBDA_TASK_ROOT = taskRoot;
}

async function loadHandler(name: FunctionName): Promise<Handler> {
  const ofService = (other: Exclude<FunctionName, UserPoolFunctionName>) =>
    isRoute(other) ? routes.get(other)?.entry : otherEntry(other);
  const file = isOfUserPool(name) ? userPoolEntry(name) : ofService(name);
  const module = await import(new URL(`../../../functions/${file}`, import.meta.url).href);
  return module.handler;
}

/** A multiple of three. */
const pieceBytes = 3 * 2 ** 17;

/**
 * Encodes bytes in pieces that are small enough for the heap, where the text of an event's JSON is too. Larger pieces lie outside of the
 * heap, and the garbage collector's time for them would count as the function's.
 */
const base64OnHeap = (bytes: Uint8Array): string =>
  Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    Buffer.from(bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes)).toString('base64'),
  ).join('');
