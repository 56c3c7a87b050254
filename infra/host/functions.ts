import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { Recorder } from './cloudwatch/recorder.ts';
import type { Credentials } from './credentials.ts';
import type { DirectConnection } from './directRequests.ts';
import { ExecutionEnvironment, FunctionError } from './executionEnvironment.ts';
import type { Endpoints } from './stores.ts';
import { type EventSourceDefinition, type FunctionDefinition, maxConcurrency } from './template/workers.ts';

/** AWS Lambda quotas: 6 MB each for the request and the response of a synchronous invocation. */
export const maxPayloadBytes = 6_291_456;

/** AWS Lambda ends an idle environment after some minutes too. */
const idleMillisecondsDefault = 10 * 60_000;
/** A message of a queue can wait until the thread is loaded again, which takes some tenths of a second. */
const idleBackgroundMilliseconds = 60_000;

/** The event, with its body, is larger than Lambda takes. */
export class PayloadTooLargeError extends Error {}

export interface FunctionsOptions {
  readonly definitions: readonly FunctionDefinition[];
  readonly region: string;
  readonly endpoints: Endpoints & { readonly ses: string };
  /** Default: none */
  readonly eventSources?: readonly EventSourceDefinition[];
  /** Certificates in PEM that functions trust in addition to those of Node.js. Default: none */
  readonly authorities?: readonly string[];
  /** Resolves when a function's folder has all of its files. Default: the folders are complete */
  readonly awaitFiles?: ((folder: string) => Promise<void>) | undefined;
  /**
   * The time without an invocation after which the thread of a function ends, which frees some 40 MB. Default: 10 minutes, for consumers of
   * queues 1 minute
   */
  readonly idleMilliseconds?: number;
  /** Receives each invocation that has ended. Default: none */
  readonly observer?: Pick<Recorder, 'invoked'>;
  /** Opens a connection of a function to the stores. Default: none, requests to the stores go over sockets */
  connect?(): DirectConnection;
  /** Returns the credentials of a function's role session. */
  credentialsOf(functionName: string): Credentials;
  logOf(definition: FunctionDefinition): Writable;
}

interface InvokeOptions {
  /** Default: a new one */
  readonly requestId?: string;
  /** The bytes of the body. The function gets them in Base64, in place of the `body` in the event's JSON. */
  readonly binaryBody?: Uint8Array | undefined;
}

/** The stack's functions, each loaded in a thread of its own when it is first needed. */
export class Functions {
  readonly #options: FunctionsOptions;
  readonly #definitions: ReadonlyMap<string, FunctionDefinition>;
  readonly #environments = new Map<string, ExecutionEnvironment>();
  readonly #logs = new Map<string, Writable>();
  /** The functions that consume queues; nobody waits for their answers. */
  readonly #background: ReadonlySet<string>;
  #running = 0;
  #changes = 0;
  #awaited = 0;

  constructor(options: FunctionsOptions) {
    this.#options = options;
    this.#definitions = new Map(options.definitions.map((definition) => [definition.logicalId, definition]));
    this.#background = new Set(options.eventSources?.map(({ functionId }) => functionId));
  }

  get running(): number {
    return this.#running;
  }

  /** Grows with each start and each end of an invocation. An unchanged value means that none started or ended. */
  get changes(): number {
    return this.#changes;
  }

  /** The running invocations that no queue started. */
  get awaited(): number {
    return this.#awaited;
  }

  /**
   * Invokes a function synchronously and resolves with its result's JSON. Rejects with a PayloadTooLargeError, or with
   * a FunctionError when there is no result.
   */
  async invoke(
    logicalId: string,
    event: string,
    { requestId = randomUUID(), binaryBody }: InvokeOptions = {},
  ): Promise<string> {
    if (Buffer.byteLength(event) + base64Length(binaryBody?.length ?? 0) > maxPayloadBytes)
      throw new PayloadTooLargeError(`The event is larger than ${maxPayloadBytes} bytes.`);
    const definition = this.#definition(logicalId);
    const startedAt = performance.now();
    const isAwaited = !this.#background.has(logicalId);
    this.#awaited += Number(isAwaited);
    this.#running += 1;
    this.#changes += 1;
    let isError = true;
    try {
      await this.awaitFiles(logicalId);
      const payload = await this.#environment(definition).invoke(requestId, event, binaryBody);
      if (Buffer.byteLength(payload) > maxPayloadBytes)
        throw new FunctionError({
          errorType: 'Function.ResponseSizeTooLarge',
          errorMessage: `Response payload size exceeded maximum allowed payload size (${maxPayloadBytes} bytes).`,
        });
      isError = false;
      return payload;
    } finally {
      this.#options.observer?.invoked(definition.name, isError, performance.now() - startedAt);
      this.#awaited -= Number(isAwaited);
      this.#running -= 1;
      this.#changes += 1;
    }
  }

  /** Resolves when the files of a function exist. On AWS the files always exist, so no time limit includes this wait. */
  async awaitFiles(logicalId: string): Promise<void> {
    await this.#options.awaitFiles?.(this.#definition(logicalId).assetDirectory);
  }

  /** Loads functions before they are needed. If a function cannot be loaded, its next invocation reports the failure. */
  async warm(logicalIds: Iterable<string>): Promise<void> {
    for (const id of logicalIds) await this.#environment(this.#definition(id)).ready.catch(() => undefined);
  }

  /** Ends a function's thread if nothing runs in it, which frees its memory. The next invocation loads the function again. */
  retire(logicalId: string): void {
    const environment = this.#environments.get(logicalId);
    if (environment?.isIdle) void environment.terminate();
  }

  /** Finds a function by its logical id, its name, or its label in any case, such as `sweepDue`. */
  find(name: string): string {
    const label = name.toLowerCase();
    const found = this.#options.definitions.filter(
      (definition) =>
        definition.logicalId === name || definition.name === name || definition.label.toLowerCase() === label,
    );
    const [match] = found;
    if (!match || found.length > 1)
      throw new Error(`${found.length === 0 ? 'No' : 'More than one'} function is called ${name}.`);
    return match.logicalId;
  }

  /** Ends all threads, running invocations included. */
  async close(): Promise<void> {
    await Promise.all([...this.#environments.values()].map((environment) => environment.terminate()));
    await Promise.all([...this.#logs.values()].map((log) => new Promise((resolve) => log.end(resolve))));
  }

  #definition(logicalId: string): FunctionDefinition {
    const definition = this.#definitions.get(logicalId);
    if (!definition) throw new Error(`There is no function ${logicalId}.`);
    return definition;
  }

  #environment(definition: FunctionDefinition): ExecutionEnvironment {
    const { logicalId } = definition;
    const current = this.#environments.get(logicalId);
    if (current?.usable) return current;
    const log = this.#logs.get(logicalId) ?? this.#options.logOf(definition);
    this.#logs.set(logicalId, log);
    const { authorities = [], eventSources = [], idleMilliseconds } = this.#options;
    const sources = eventSources.filter(({ functionId }) => functionId === logicalId).length;
    const isBackground = this.#background.has(logicalId);
    const environment = new ExecutionEnvironment({
      definition,
      variables: this.#variables(definition),
      log,
      // The concurrency for one queue, times the event sources, so that slow invocations of one queue do not block another queue. A
      // function without an event source gets the concurrency for one queue.
      maxOverlapping: maxConcurrency * Math.max(1, sources),
      isBackground,
      authorities,
      stores: this.#options.connect?.(),
      idleMilliseconds:
        idleMilliseconds ?? (isBackground ? idleBackgroundMilliseconds : idleMillisecondsDefault),
    });
    this.#environments.set(logicalId, environment);
    return environment;
  }

  /** Returns only the variables of the template, those that Lambda sets, and the addresses of the stores. */
  #variables(definition: FunctionDefinition): Record<string, string> {
    const { region, endpoints } = this.#options;
    const { accessKeyId, secretAccessKey, sessionToken } = this.#options.credentialsOf(definition.name);
    // This setting of the host allows servers without a valid certificate; its functions need it too.
    const { NODE_TLS_REJECT_UNAUTHORIZED } = process.env;
    return {
      // AWS Lambda, "Defined runtime environment variables".
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      ...(sessionToken !== undefined && { AWS_SESSION_TOKEN: sessionToken }),
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      AWS_EXECUTION_ENV: `AWS_Lambda_${definition.runtime}`,
      AWS_LAMBDA_FUNCTION_NAME: definition.name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMegabytes),
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${definition.name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      LAMBDA_TASK_ROOT: definition.assetDirectory,
      _HANDLER: definition.handler,
      LANG: 'en_US.UTF-8',
      PATH: '/usr/local/bin:/usr/bin:/bin',
      TZ: ':UTC',
      ...definition.environment,
      AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
      AWS_ENDPOINT_URL_S3: endpoints.s3,
      AWS_ENDPOINT_URL_SQS: endpoints.sqs,
      AWS_ENDPOINT_URL_KMS: endpoints.kms,
      AWS_ENDPOINT_URL_SESV2: endpoints.ses,
      ...(NODE_TLS_REJECT_UNAUTHORIZED !== undefined && { NODE_TLS_REJECT_UNAUTHORIZED }),
    };
  }
}

const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;
