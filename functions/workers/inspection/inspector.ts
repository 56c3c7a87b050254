import { join } from 'node:path';
import { environment } from '../../../shared/runtime/environment.ts';
import { type Stopped, type ThreadLimits, withinLimits } from '../threads/limitedThread.ts';
import { ThreadPool } from '../threads/threadPool.ts';
import { type Inspection, InspectionThread } from './inspectionThread.ts';

const taskRoot = environment('taskRoot');

export type InspectionLimits = Omit<ThreadLimits, 'megabytes'>;

interface InspectorOptions {
  /** The limit of memory, on the thread's heap and outside of it. */
  readonly megabytes: number;
  /** Default: that of `ThreadPool` */
  readonly filesPerThread?: number;
  /** Default: the thread's file beside the function's bundle */
  readonly threadFile?: string | URL;
}

/**
 * Inspects PDFs in a thread, one after the other, and always answers within the limits. An earlier file may have damaged the state of a used
 * thread. If such a thread does not answer `ready`, another thread inspects the file again, and the new answer counts.
 */
export class Inspector {
  readonly #megabytes: number;
  readonly #threads: ThreadPool<InspectionThread>;

  constructor({ megabytes, filesPerThread, threadFile }: InspectorOptions) {
    this.#megabytes = megabytes;
    this.#threads = new ThreadPool({
      megabytes,
      filesPerThread,
      start: () => new InspectionThread(threadFile ?? join(taskRoot(), 'inspectPdf.cjs'), megabytes),
    });
  }

  /** Starts the thread if there is none, so that the thread loads its code while the file is downloaded. */
  prepare(): void {
    this.#threads.prepare();
  }

  /** Inspects a file. Rejects if no thread could start, which is not the file's fault. */
  async inspect(pdf: Uint8Array, limits: InspectionLimits): Promise<Inspection | Stopped> {
    const { thread, isUsed } = await this.#threads.take();
    const outcome = await withinLimits(
      { ...limits, megabytes: this.#megabytes },
      thread,
      thread.inspect(pdf),
    );
    const mayBeDueToAnother = outcome.outcome !== 'ready' && isUsed;
    if (mayBeDueToAnother || outcome.outcome === 'stopped') thread.end();
    else await this.#threads.giveBack(thread);
    return mayBeDueToAnother ? this.inspect(pdf, limits) : outcome;
  }

  /** Ends the idle thread. */
  end(): void {
    this.#threads.end();
  }
}
