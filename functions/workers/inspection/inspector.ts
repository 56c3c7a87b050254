import { join } from 'node:path';
import { environment } from '../../../shared/runtime/environment.ts';
import {
  lookMilliseconds,
  resultWithin,
  type Stopped,
  type ThreadLimits,
  withinLimits,
} from '../threads/limitedThread.ts';
import { type Inspection, InspectionThread } from './inspectionThread.ts';

const taskRoot = environment('taskRoot');

export type InspectionLimits = Omit<ThreadLimits, 'megabytes'>;

interface InspectorOptions {
  /** The limit of memory, on the thread's heap and outside of it. */
  readonly megabytes: number;
  /** A new thread replaces a thread that has inspected this many files. Default: 500 */
  readonly filesPerThread?: number;
  /** Default: the thread's file beside the function's bundle */
  readonly threadFile?: string | URL;
}

const filesPerThreadDefault = 500;
/** A thread is kept for the next file if it uses at most this share of its memory. */
const keptShareOfMemory = 0.5;

/**
 * Inspects PDFs in a thread, one after the other, and always answers within the limits. Loading the parsers takes a hundred times as long
 * as reading an ordinary file, so the thread is kept while it has memory left. An earlier file may have damaged the state of a used thread.
 * If such a thread does not answer `ready`, a new thread inspects the file again, and the new answer counts.
 */
export class Inspector {
  readonly #options: InspectorOptions;
  #thread: InspectionThread | undefined;

  constructor(options: InspectorOptions) {
    this.#options = options;
  }

  /** Starts the thread if there is none, so that the thread loads its code while the file is downloaded. */
  prepare(): InspectionThread {
    this.#thread ??= this.#start();
    return this.#thread;
  }

  /** Inspects a file. The previous file must be done. Rejects if no thread could start, which is not the file's fault. */
  async inspect(pdf: Uint8Array, limits: InspectionLimits): Promise<Inspection | Stopped> {
    const thread = await this.#startedThread();
    const { megabytes } = this.#options;
    const outcome = await withinLimits({ ...limits, megabytes }, thread, thread.inspect(pdf));
    const mayBeDueToAnother = outcome.outcome !== 'ready' && thread.files > 1;
    if (mayBeDueToAnother || outcome.outcome === 'stopped' || !(await this.#mayStay(thread))) this.end();
    return mayBeDueToAnother ? this.inspect(pdf, limits) : outcome;
  }

  /** Ends the thread. The next file gets another thread. */
  end(): void {
    this.#thread?.end();
    this.#thread = undefined;
  }

  #start(): InspectionThread {
    const { megabytes, threadFile = join(taskRoot(), 'inspectPdf.cjs') } = this.#options;
    const thread = new InspectionThread(threadFile, megabytes);
    // The thread may end between two files.
    void thread.ended.then(() => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    return thread;
  }

  async #startedThread(): Promise<InspectionThread> {
    const thread = this.prepare();
    try {
      await thread.hasStarted();
      return thread;
    } catch (error) {
      this.end();
      throw error;
    }
  }

  async #mayStay(thread: InspectionThread): Promise<boolean> {
    const { filesPerThread = filesPerThreadDefault, megabytes } = this.#options;
    if (thread.files >= filesPerThread) return false;
    const usage = await resultWithin(thread.usage(), lookMilliseconds).catch(() => undefined);
    return usage !== undefined && usage.megabytes <= megabytes * keptShareOfMemory;
  }
}
