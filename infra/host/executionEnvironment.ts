import type { Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { DirectConnection } from './directRequests.ts';
import type { FunctionFailure, RuntimeData, RuntimeMessage, RuntimeRequest } from './runtime.ts';
import type { FunctionDefinition } from './template/workers.ts';
import { maxYoungGenerationSizeMb } from './threadLimits.ts';

/** An invocation that ended without a result: the handler threw, ran out of time, or its thread ended. */
export class FunctionError extends Error {
  readonly failure: FunctionFailure;

  constructor(failure: FunctionFailure) {
    super(`${failure.errorType}: ${failure.errorMessage}`);
    this.failure = failure;
  }
}

interface Pending {
  resolve(payload: string): void;
  reject(error: FunctionError): void;
  readonly timer: NodeJS.Timeout;
}

interface EnvironmentOptions {
  readonly definition: FunctionDefinition;
  /** The whole of `process.env` in the thread. */
  readonly variables: Readonly<Record<string, string>>;
  readonly log: Writable;
  /** The maximum of overlapping invocations. Further invocations wait. */
  readonly maxOverlapping: number;
  /** Whether nobody waits for the function's answers, as for the consumer of a queue. */
  readonly isBackground: boolean;
  /** Certificates in PEM that the function trusts in addition to those of Node.js. */
  readonly authorities: readonly string[];
  /** Undefined: requests to the stores go over sockets. */
  readonly stores: DirectConnection | undefined;
  /** The time without an invocation after which the thread ends. */
  readonly idleMilliseconds: number;
}

/**
 * One thread with a function, in which invocations may overlap. When one times out or the thread ends, all of them fail and
 * `usable` becomes false. The next invocation needs a new environment.
 */
export class ExecutionEnvironment {
  readonly #definition: FunctionDefinition;
  readonly #maxOverlapping: number;
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #waiting: (() => void)[] = [];
  #invocations = 0;
  readonly #idleTimer: NodeJS.Timeout;
  readonly #ready = Promise.withResolvers<void>();
  #isLoaded = false;
  #ended: FunctionFailure | undefined;

  constructor(options: EnvironmentOptions) {
    const {
      definition,
      variables,
      log,
      maxOverlapping,
      isBackground,
      authorities,
      stores,
      idleMilliseconds,
    } = options;
    this.#definition = definition;
    this.#maxOverlapping = maxOverlapping;
    // With a compile cache, the thread does not load the type stripper, which takes 17 MB.
    const { NODE_COMPILE_CACHE } = process.env;
    this.#worker = new Worker(new URL('./runtime.ts', import.meta.url), {
      // The system's tools show the CPU time of a thread under its name.
      name: definition.label,
      workerData: { definition, isBackground, authorities, stores } satisfies RuntimeData,
      transferList: stores ? [stores.port] : [],
      env: { ...variables, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: definition.memoryMegabytes, maxYoungGenerationSizeMb },
      stdout: true,
      stderr: true,
    });
    this.#worker.stdout.on('data', (chunk: Buffer) => log.write(chunk));
    this.#worker.stderr.on('data', (chunk: Buffer) => log.write(chunk));
    this.#worker.on('message', (message: RuntimeMessage) => this.#receive(message));
    this.#worker.on('error', (error) =>
      this.#end({ errorType: 'Runtime.Unhandled', errorMessage: String(error) }),
    );
    this.#worker.on('exit', (code) =>
      this.#end({ errorType: 'Runtime.ExitError', errorMessage: `Runtime exited with status ${code}` }),
    );
    const endIfIdle = () => {
      if (this.isIdle) void this.terminate();
    };
    this.#idleTimer = setTimeout(endIfIdle, idleMilliseconds).unref();
    // Prevents an unhandled rejection when loading fails before anybody waits.
    this.#ready.promise.catch(() => undefined);
  }

  get usable(): boolean {
    return this.#ended === undefined;
  }

  get isIdle(): boolean {
    return this.#isLoaded && this.#pending.size === 0 && this.#waiting.length === 0;
  }

  /** Resolves when the module is loaded. Rejects with a FunctionError when loading fails. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /**
   * Runs the handler once and resolves with its result's JSON. The timeout begins after the module is loaded, as on Lambda. Rejects
   * with a FunctionError.
   */
  async invoke(requestId: string, event: string, binaryBody: Uint8Array | undefined): Promise<string> {
    await this.ready;
    while (this.#pending.size >= this.#maxOverlapping && !this.#ended) {
      const turn = Promise.withResolvers<void>();
      this.#waiting.push(turn.resolve);
      await turn.promise;
    }
    if (this.#ended) throw new FunctionError(this.#ended);
    const { timeoutSeconds } = this.#definition;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.#invocations += 1;
    const id = this.#invocations;
    const timer = setTimeout(() => this.#expire(id), timeoutSeconds * 1000);
    this.#pending.set(id, { resolve, reject, timer });
    this.#worker.postMessage({
      id,
      requestId,
      event,
      binaryBody,
      deadline: Date.now() + timeoutSeconds * 1000,
    } satisfies RuntimeRequest);
    return promise;
  }

  async terminate(): Promise<void> {
    this.#end({ errorType: 'Runtime.ExitError', errorMessage: 'The environment was shut down' });
    await this.#worker.terminate();
  }

  #receive(message: RuntimeMessage): void {
    switch (message.kind) {
      case 'ready':
        this.#isLoaded = true;
        this.#ready.resolve();
        return;
      case 'initFailed':
        this.#end(message.error);
        return;
      case 'result':
        this.#takePending(message.id)?.resolve(message.payload);
        return;
      case 'failed':
        this.#takePending(message.id)?.reject(new FunctionError(message.error));
    }
  }

  #takePending(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    this.#waiting.shift()?.();
    clearTimeout(pending?.timer);
    this.#idleTimer.refresh();
    return pending;
  }

  #expire(id: number): void {
    const errorMessage = `Task timed out after ${this.#definition.timeoutSeconds.toFixed(2)} seconds`;
    this.#takePending(id)?.reject(new FunctionError({ errorType: 'Sandbox.Timedout', errorMessage }));
    void this.terminate();
  }

  #end(failure: FunctionFailure): void {
    if (this.#ended) return;
    this.#ended = failure;
    clearTimeout(this.#idleTimer);
    const error = new FunctionError(failure);
    this.#ready.reject(error);
    for (const id of [...this.#pending.keys()]) this.#takePending(id)?.reject(error);
    for (const resume of this.#waiting.splice(0)) resume();
  }
}
