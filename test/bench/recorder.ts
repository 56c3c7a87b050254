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

/** Every SDK client has a middleware stack of a type of its own. This is what a recorder needs of each. */
interface Recordable {
  readonly middlewareStack: {
    add(
      middleware: Middleware,
      options: { step: 'initialize' | 'deserialize'; name: string; priority: 'high' },
    ): void;
  };
  /** Clients build the middlewares of a command once; this makes them do it anew. */
  destroy(): void;
}

/** An invocation of a function with the calls it made, in the order of sending. */
export interface Recording {
  readonly name: string;
  readonly calls: readonly StoreCall[];
  /** It ran alone, so this is its own: its thread's, and that of threads it started. */
  readonly cpuMilliseconds: number;
  readonly milliseconds: number;
}

/** Notes what goes to the stores, by the invocation that sent it. */
export class Recorder {
  readonly #current = new AsyncLocalStorage<StoreCall[]>();
  #recordings: Recording[] = [];

  /** Runs an invocation and keeps what it sent. */
  async around<T>(name: string, run: () => Promise<T>): Promise<T> {
    const calls: StoreCall[] = [];
    const cpuBefore = functionsCpuMilliseconds();
    const start = performance.now();
    try {
      return await this.#current.run(calls, run);
    } finally {
      this.#recordings.push({
        name,
        calls: calls.toSorted((a, b) => a.start - b.start),
        cpuMilliseconds: functionsCpuMilliseconds() - cpuBefore,
        milliseconds: performance.now() - start,
      });
    }
  }

  /** Returns the invocations that have ended since it was last called. */
  take(): readonly Recording[] {
    const taken = this.#recordings;
    this.#recordings = [];
    return taken;
  }

  /** Notes every request that the client makes from now on, retries too. Presigning makes none. */
  watch(service: 'dynamodb' | 's3' | 'sqs' | 'kms', client: object): void {
    const recordable = client as Recordable;
    const { middlewareStack } = recordable;
    if (service === 'dynamodb')
      middlewareStack.add(
        (next) => (args) => next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } }),
        { step: 'initialize', name: 'askForCapacity', priority: 'high' },
      );
    const timed: Middleware = (next, context) => async (args) => {
      const operation = (context.commandName ?? 'unknown').replace(/Command$/, '');
      const start = performance.now();
      const result = await next(args);
      const units = unitsOf(result.output);
      const reads = /^(Get|BatchGet|Query)/.test(operation);
      this.#current.getStore()?.push({
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
  }
}

function unitsOf(output: object): number {
  const { ConsumedCapacity } = output as { ConsumedCapacity?: Capacity | readonly Capacity[] };
  return [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

export const sumOfUnits = (calls: readonly StoreCall[], units: 'readUnits' | 'writeUnits'): number =>
  calls.reduce((total, call) => total + call[units], 0);

/** Counts the longest chain of calls of which each began after the one before had ended. */
export function sequentialRoundTrips(calls: readonly StoreCall[]): number {
  let chain = 0;
  let endOfChain = Number.NEGATIVE_INFINITY;
  for (const { start, end } of calls.toSorted((a, b) => a.end - b.end)) {
    if (start < endOfChain) continue;
    chain += 1;
    endOfChain = end;
  }
  return chain;
}

/** Writes `s3 PutObject -> dynamodb GetItem + Query`: an arrow waits for what stands before it, a plus does not. */
export function inWords(calls: readonly StoreCall[]): string {
  const steps: StoreCall[][] = [];
  for (const call of calls) {
    const step = steps.at(-1);
    if (step?.every(({ end }) => call.start < end)) step.push(call);
    else steps.push([call]);
  }
  return steps.map((step) => alike(step.map(({ name }) => name))).join(' -> ');
}

/** Writes a call that was made several times at once only once. */
function alike(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${count} x ${name}` : name)).join(' + ');
}
