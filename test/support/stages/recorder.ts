import { AsyncLocalStorage } from 'node:async_hooks';
import { functionsCpuMilliseconds } from './functionsCpu.ts';

/** A request to a store, as the SDK saw it. */
export interface StoreCall {
  /** `dynamodb GetItem` */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

interface Capacity {
  readonly CapacityUnits?: number;
}

interface Arguments {
  readonly input: object;
}
type Next = (args: Arguments) => Promise<{ output: object }>;
type Middleware = (next: Next, context: { readonly commandName?: string }) => Next;

/** The part of an SDK client that the recorder needs. Each client has a type of its own for its middleware stack. */
interface Recordable {
  readonly middlewareStack: {
    add(
      middleware: Middleware,
      options: { step: 'initialize' | 'deserialize'; name: string; priority: 'high' },
    ): void;
    remove(middleware: Middleware): void;
  };
  /** Makes the client build the middlewares of its commands again. It builds them only once otherwise. */
  destroy(): void;
}

/** An invocation of a function with the calls that it made, in the order of sending. */
export interface Recording {
  readonly name: string;
  readonly calls: readonly StoreCall[];
  /** The CPU time of the invocation, including the threads that it started. Nothing else ran at that time. */
  readonly cpuMilliseconds: number;
  readonly milliseconds: number;
  /** The lines that the invocation wrote to its log. Empty unless `watchLog` was called. */
  readonly logLines: readonly string[];
  /** The size of the body, if the invocation answered a request. */
  readonly answerBytes: number;
}

interface Invocation {
  readonly calls: StoreCall[];
  readonly logLines: string[];
}

/** Records the requests to the stores, by the invocation that sent them. */
export class Recorder {
  readonly #current = new AsyncLocalStorage<Invocation>();
  #recordings: Recording[] = [];

  /** Runs an invocation and records it. */
  async around<T>(name: string, run: () => Promise<T>): Promise<T> {
    const invocation: Invocation = { calls: [], logLines: [] };
    let answer: T | undefined;
    const cpuBefore = functionsCpuMilliseconds();
    const start = performance.now();
    try {
      answer = await this.#current.run(invocation, run);
      return answer;
    } finally {
      this.#recordings.push({
        name,
        calls: invocation.calls.toSorted((a, b) => a.start - b.start),
        cpuMilliseconds: functionsCpuMilliseconds() - cpuBefore,
        milliseconds: performance.now() - start,
        logLines: invocation.logLines,
        answerBytes: bodyBytes(answer),
      });
    }
  }

  /** Returns the invocations that have ended since the last call of `take`. */
  take(): readonly Recording[] {
    const taken = this.#recordings;
    this.#recordings = [];
    return taken;
  }

  /** Runs something. Resolves with the units that the invocations used for it meanwhile. */
  async unitsOf(run: () => Promise<unknown>): Promise<{ reads: number; writes: number }> {
    this.take();
    await run();
    const calls = this.take().flatMap((recording) => recording.calls);
    return { reads: sumOfUnits(calls, 'readUnits'), writes: sumOfUnits(calls, 'writeUnits') };
  }

  /** Records the lines that invocations write to standard output, and does not print them. */
  watchLog(): void {
    const write = process.stdout.write.bind(process.stdout);
    const noted = (chunk: string | Uint8Array): boolean => {
      const { logLines } = this.#current.getStore() ?? {};
      if (logLines) logLines.push(chunk.toString());
      return logLines ? true : write(chunk);
    };
    process.stdout.write = noted;
  }

  /**
   * Records every request that the client sends from now on, including retries, until the returned function is called. Presigning
   * sends no request.
   */
  watch(service: 'dynamodb' | 's3' | 'sqs' | 'kms' | 'ses' | 'aoss', client: object): () => void {
    const recordable = client as Recordable;
    const { middlewareStack } = recordable;
    const capacityAsked: Middleware = (next) => (args) =>
      next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
    if (service === 'dynamodb')
      middlewareStack.add(capacityAsked, { step: 'initialize', name: 'askForCapacity', priority: 'high' });
    const timed: Middleware = (next, context) => async (args) => {
      const operation = (context.commandName ?? 'unknown').replace(/Command$/, '');
      const start = performance.now();
      const result = await next(args);
      const units = unitsOf(result.output);
      const reads = /^(Get|BatchGet|Query)/.test(operation);
      this.#current.getStore()?.calls.push({
        name: `${service} ${operation}`,
        start,
        end: performance.now(),
        readUnits: reads ? units : 0,
        writeUnits: reads ? 0 : units,
      });
      return result;
    };
    middlewareStack.add(timed, { step: 'deserialize', name: 'record', priority: 'high' });
    recordable.destroy();
    return () => {
      middlewareStack.remove(capacityAsked);
      middlewareStack.remove(timed);
      recordable.destroy();
    };
  }
}

function bodyBytes(answer: unknown): number {
  const { body } = (answer ?? {}) as { readonly body?: unknown };
  return typeof body === 'string' ? Buffer.byteLength(body) : 0;
}

function unitsOf(output: object): number {
  const { ConsumedCapacity } = output as { ConsumedCapacity?: Capacity | readonly Capacity[] };
  return [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

export const sumOfUnits = (calls: readonly StoreCall[], units: 'readUnits' | 'writeUnits'): number =>
  calls.reduce((total, call) => total + call[units], 0);

/** Returns the calls in the order of sending, in steps. The calls of a step are sent at the same time, after the step before has ended. */
export function stepsOf(calls: readonly StoreCall[]): StoreCall[][] {
  const steps: StoreCall[][] = [];
  for (const call of calls) {
    const step = steps.at(-1);
    if (step?.every(({ end }) => call.start < end)) step.push(call);
    else steps.push([call]);
  }
  return steps;
}
