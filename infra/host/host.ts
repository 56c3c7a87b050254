import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { addedAuthorities, provideCertificate } from './certificate.ts';
import type { Alarm } from './cloudwatch/alarms.ts';
import { Recorder } from './cloudwatch/recorder.ts';
import { startCloudWatch } from './cloudwatch/server.ts';
import type { Credentials } from './credentials.ts';
import { lockDirectory } from './directoryLock.ts';
import type { ReadLagOptions } from './dynamodb/readLag.ts';
import { publishEvent } from './eventRules.ts';
import { type EventSources, startEventSources } from './eventSources.ts';
import { functionLog } from './functionLog.ts';
import { Functions } from './functions.ts';
import { gateway } from './gateway/gateway.ts';
import { bindGateway } from './gateway/server.ts';
import type { Grant } from './iam/grants.ts';
import { collectWhenIdle } from './idleHeap.ts';
import { startSchedules } from './schedules.ts';
import { startSes } from './ses/server.ts';
import { type Endpoints, type GrantOptions, startStores } from './stores.ts';
import type { UserPool } from './template/localNames.ts';
import { closedToServices, readStack } from './template/stack.ts';

/** The time that running requests and messages get after the host was asked to stop. */
const graceMilliseconds = 10_000;

export interface HostedStack {
  /** The URL of its REST API, without a trailing slash. */
  readonly baseUrl: string;
  readonly endpoints: Endpoints & { readonly cloudwatch: string; readonly ses: string };
  readonly name: string;
  /** The credentials of the account's root, which may do everything with the stores. */
  readonly credentials: Credentials;
  /** The template's outputs by their keys; outputs without a value on this machine are omitted. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly collections: readonly HostedCollection[];
}

/** A collection of OpenSearch Serverless. */
export interface HostedCollection {
  readonly name: string;
  /** Another one than before: the collection begins empty, because it is new, or its file is gone or was damaged. */
  readonly generation: string;
}

export interface HostOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** The directory for state that outlives the host. Only one host at a time may use it. */
  readonly dataDirectory: string;
  /** Resolves with the folder of a cloud assembly that has one stack. */
  assemble(): Promise<string>;
  /** Resolves when a function's folder of the assembly has all of its files. Default: the folders are complete */
  awaitFiles?(folder: string): Promise<void>;
  /** Values for variables of the functions, in place of the template's values. Default: none */
  readonly variables?: Readonly<Record<string, string>>;
  /** Starts the substitute of the stack's Cognito user pools. Default: none, nobody can sign in with them. */
  startUserPool?(baseUrl: string): Promise<UserPool>;
  /** For tests of the functions' grants. Default: functions have their grants, and used grants are not recorded */
  readonly grants?: GrantOptions;
  /** The lag of DynamoDB's eventually consistent reads. Default: none */
  readonly readLag?: ReadLagOptions | undefined;
  /** Runs when the stores are ready, before the first request is answered. */
  seed?(stack: HostedStack): Promise<void>;
  /** The clock of metrics and alarms, in epoch milliseconds. Default: the system's */
  now?(): number;
  /** Gets lines for a person to read. Default: standard error */
  report?(line: string): void;
}

export interface LocalHost {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** The page with the mails that were sent. */
  readonly inboxUrl: string;
  /** Resolves when no queue with a consumer has a message left and nothing is running. */
  drain(): Promise<void>;
  /**
   * Invokes a function by its logical id, name or label, without the gateway. Resolves with its result, or rejects with a FunctionError.
   */
  invoke(name: string, event: unknown): Promise<unknown>;
  /** Withholds only this grant from the functions; without an argument, no grant. For tests of the functions' grants. */
  withhold(grant?: Grant): Promise<void>;
  /** Resolves with the current states of the template's alarms, based on the metrics since the start. */
  alarms(): Promise<Alarm[]>;
  /** Stops: accepts nothing new, gives running work a few seconds, and closes the stores. */
  close(): Promise<void>;
}

/**
 * Hosts a synthesized stack on this machine. Throws a StartupError when the port or the data directory is taken. If the start
 * fails, closes everything that was started.
 */
export async function startHost(options: HostOptions): Promise<LocalHost> {
  const { report = console.error } = options;
  const region = process.env.AWS_REGION ?? 'us-east-1';
  const dataDirectory = resolve(options.dataDirectory);
  await using cleanup = new AsyncDisposableStack();

  cleanup.defer(lockDirectory(dataDirectory));
  cleanup.defer(collectWhenIdle());
  const server = await bindGateway(options.port);
  cleanup.defer(() => server.close(0));
  const { baseUrl } = server;

  const starting = startStores({ dataDirectory, region, readLag: options.readLag, ...options.grants });
  const assembling = Promise.all([options.assemble(), options.startUserPool?.(baseUrl)]);
  assembling.catch(() => undefined);
  const stores = await starting;
  cleanup.defer(() => stores.close());
  const { endpoints, credentials, credentialsOf } = stores;
  const certificate = await provideCertificate(dataDirectory);
  const [assembly, userPool] = await assembling;
  const stack = readStack(assembly, {
    region,
    baseUrl,
    queueEndpoint: endpoints.sqs,
    searchEndpoint: endpoints.opensearch,
    userPool,
    variables: options.variables,
  });

  for (const what of closedToServices(stack))
    report(`${what}: roles and permissions do not allow invoking its function`);
  const logDirectory = join(dataDirectory, 'logs');
  mkdirSync(logDirectory, { recursive: true });
  const recorder = new Recorder(stack, stores.sqs, options.now);
  cleanup.defer(() => recorder.close());
  const cloudWatch = await startCloudWatch(recorder);
  cleanup.defer(() => cloudWatch.close());
  const ses = await startSes({
    file: join(dataDirectory, 'mails.jsonl'),
    port: 0,
    publish: (event) => publishEvent(stack.eventRules, stores.sqs, event),
    sent: () => recorder.sentMail(),
    rated: (bounces, complaints) => recorder.rated(bounces, complaints),
  });
  cleanup.defer(() => ses.close());
  const functions = new Functions({
    definitions: stack.functions,
    region,
    credentialsOf,
    connect: stores.connect,
    endpoints: { ...endpoints, ses: ses.endpoint },
    eventSources: stack.eventSources,
    authorities: [...addedAuthorities(), certificate],
    awaitFiles: options.awaitFiles,
    observer: recorder,
    logOf: ({ label, logGroup }) =>
      functionLog(
        join(logDirectory, `${label}.log`),
        (line) => report(`${label}: ${line}`),
        (entry) => recorder.wrote(logGroup, entry),
      ),
  });
  cleanup.defer(() => functions.close());
  const authorizers = stack.api?.routes.flatMap(({ authorizer }) => authorizer?.functionId ?? []) ?? [];
  const [states] = await Promise.all([stores.provision(stack), functions.warm(new Set(authorizers))]);
  const collections = stack.collections.map(({ name }, index) => {
    const { generation = '', wasDamaged = false } = states[index] ?? {};
    if (wasDamaged) report(`The search index of the collection ${name} was damaged. It begins empty.`);
    return { name, generation };
  });
  await options.seed?.({
    baseUrl,
    endpoints: { ...endpoints, cloudwatch: cloudWatch.endpoint, ses: ses.endpoint },
    credentials,
    name: stack.name,
    outputs: stack.outputs,
    collections,
  });

  if (stack.api) server.serve(gateway({ api: stack.api, region, functions, observer: recorder }));
  const { sqs, endPolls } = stores;
  const nameOf = new Map(stack.functions.map(({ logicalId, name }) => [logicalId, name]));
  const eventSources = startEventSources({
    definitions: stack.eventSources,
    sqs,
    sqsAs: (functionId) => stores.sqsAs(credentialsOf(nameOf.get(functionId) ?? functionId)),
    functions,
    endPolls,
  });
  const stopSchedules = startSchedules({ definitions: stack.schedules, region, functions });
  cleanup.defer(async () => {
    stopSchedules();
    await Promise.race([
      Promise.all([server.close(graceMilliseconds), eventSources.close()]),
      delay(graceMilliseconds),
    ]);
  });
  const resources = cleanup.move();

  return {
    baseUrl,
    inboxUrl: ses.endpoint,
    drain: () => drain(functions, eventSources),
    invoke: async (name, event) =>
      JSON.parse(await functions.invoke(functions.find(name), JSON.stringify(event ?? {}))),
    withhold: (grant) => stores.allow(stack, grant),
    alarms: () => recorder.alarms(),
    close: () => resources.disposeAsync(),
  };
}

async function drain(functions: Functions, eventSources: EventSources): Promise<void> {
  for (;;) {
    // While the queues are counted, a message can move from a queue that is not counted yet to a queue that was found empty. Only an
    // invocation moves messages, so the queues are surely empty only if `changes` is still the same.
    const { changes } = functions;
    if (functions.running === 0 && (await eventSources.areEmpty())) {
      if (functions.running === 0 && functions.changes === changes) return;
    }
    await delay(10);
  }
}
