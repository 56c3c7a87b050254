import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type RouteId, routes } from '../../infra/api/routes.ts';
import type { FunctionName } from '../../infra/functions/manifest.ts';
import { otherEntry, otherFunctions } from '../../infra/functions/others.ts';
import type { Functions } from '../../infra/host/functions.ts';
import { gateway } from '../../infra/host/gateway/gateway.ts';
import { bindGateway } from '../../infra/host/gateway/server.ts';
import type { FunctionDefinition } from '../../infra/host/template/workers.ts';
import { seed } from '../../infra/local/seed.ts';
import { forgetMarks } from '../../shared/data/activity/marks.ts';
import { type QueueName, storeOutputs } from '../../shared/runtime/stores.ts';
import { type Credentials, clientOf } from './client.ts';
import { signAsFunctions } from './functionRoles.ts';
import { takeMessages } from './queues.ts';
import { openStores, region, type StoresOptions } from './stores.ts';
import { Table } from './table.ts';

export interface StageOptions extends StoresOptions {
  /** Runs around each invocation of a function. Default: just runs it */
  readonly around?: <T>(name: FunctionName, run: () => Promise<T>) => Promise<T>;
  /** Whether a function finds the chains marked that were marked within the minute. Default: it marks as the first of its process */
  readonly remembersMarks?: boolean;
}

type Handler = (event: unknown, context: object) => Promise<unknown>;

export interface Stage {
  readonly credentials: Credentials;
  readonly call: ReturnType<typeof clientOf>;
  readonly table: Table;
  definitionOf(name: FunctionName): FunctionDefinition;
  /**
   * Invokes a function with all of its time ahead. Those that run by a schedule come when the indexes have caught up: that takes a
   * second, and until its next turn it is half a minute as a rule.
   */
  invoke(name: FunctionName, event: unknown): Promise<unknown>;
  /** Has the sweep come, if anything is due. To learn that nothing is, it asks a shard after the other, which takes long. */
  sweepIfDue(): Promise<void>;
  /** Has lists and whatever else is read from an index show all that was acknowledged. */
  catchUp(): Promise<void>;
  /** Removes the items and objects that have expired by then, in epoch milliseconds. */
  expire(now: number): Promise<void>;
  /** Takes every message off a queue, for good. */
  takeMessages(queue: QueueName): Promise<string[]>;
  /** Throws when a function asked for more of a store than its role allows: it may have hidden that it was refused. */
  close(): Promise<void>;
}

/** The stage of a test file, which closes after the last test. */
export async function ownStage(options?: StageOptions): Promise<Stage> {
  const stage = await openStage(options);
  afterAll(() => stage.close());
  return stage;
}

/**
 * The service in this process, over the stores of the local host: requests come in by HTTP and run the handlers' source,
 * but nobody takes messages from the queues, and no schedule runs. What happens behind the answers happens when told to.
 */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { around = (_name, run) => run(), remembersMarks = false } = options;
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
      // Nobody evaluates alarms here.
      endpoints: { ...stores.through, cloudwatch: 'http://127.0.0.1:9' },
      credentials: stores.credentials,
      outputs: stack.outputs,
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
    // On AWS it is in another process than what ran before it.
    if (!remembersMarks) forgetMarks();
    return around(name, () => asFunction(definition.name, () => handle(event, lambdaContext(definition))));
  };
  const invokeById: Functions['invoke'] = async (logicalId, event, { binaryBody } = {}) => {
    const name = names.get(logicalId);
    if (!name) throw new Error(`There is no function ${logicalId}.`);
    return JSON.stringify(
      await invoke(name, { ...JSON.parse(event), ...(binaryBody && { body: base64OnHeap(binaryBody) }) }),
    );
  };
  if (stack.api) server.serve(gateway({ api: stack.api, region, functions: { invoke: invokeById } }));

  const table = await Table.at(stores.endpoints.dynamodb, stores.credentials);
  const credentials: Credentials = JSON.parse(
    await readFile(join(dataDirectory, 'credentials.json'), 'utf8'),
  );
  const held = cleanup.move();
  return {
    credentials,
    call: clientOf(credentials),
    table,
    definitionOf,
    invoke,
    sweepIfDue: async () => {
      await stores.catchUp();
      if (await table.isAnythingDue()) await invoke('sweepDue', {});
    },
    catchUp: () => stores.catchUp(),
    expire: (now) => stores.expire(now),
    takeMessages: (queue) => takeMessages(stores.sqs, stack.outputs[storeOutputs[`${queue}QueueUrl`]] ?? ''),
    close: async () => {
      await held.disposeAsync();
      if (refused.length > 0) throw new Error(`Roles do not allow: ${refused.join('\n')}`);
    },
  };
}

/** Functions are labelled as in the manifest, workers with a capital. */
const nameOf = ({ label }: FunctionDefinition): FunctionName =>
  (label.charAt(0).toLowerCase() + label.slice(1)) as FunctionName;

/** The context that Lambda hands to a handler. */
function lambdaContext({ name, memoryMegabytes, timeoutSeconds }: FunctionDefinition): object {
  const deadline = Date.now() + timeoutSeconds * 1000;
  return {
    awsRequestId: crypto.randomUUID(),
    functionName: name,
    memoryLimitInMB: String(memoryMegabytes),
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
}

const isRoute = (name: FunctionName): name is RouteId => !(name in otherFunctions);

/** One folder with the asset files of all functions: in one process they have one task root. */
async function linkAssets(definitions: readonly FunctionDefinition[], taskRoot: string): Promise<void> {
  await mkdir(taskRoot);
  const linked = new Set<string>();
  for (const { assetDirectory } of definitions)
    for (const file of await readdir(assetDirectory))
      if (file !== 'index.cjs' && !linked.has(file)) {
        // Those of the same name are the same in all of them.
        linked.add(file);
        await symlink(join(assetDirectory, file), join(taskRoot, file));
      }
  process.env.LAMBDA_TASK_ROOT = taskRoot;
}

async function loadHandler(name: FunctionName): Promise<Handler> {
  const file = isRoute(name) ? routes.get(name)?.entry : otherEntry(name);
  const module = await import(new URL(`../../functions/${file}`, import.meta.url).href);
  return module.handler;
}

/** A multiple of three. */
const pieceBytes = 3 * 2 ** 17;

/**
 * In pieces that Node.js keeps on the heap, where an event's JSON has its text: the collector's time for larger ones, which lie outside
 * of it, would be taken for the function's.
 */
const base64OnHeap = (bytes: Uint8Array): string =>
  Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    Buffer.from(bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes)).toString('base64'),
  ).join('');
