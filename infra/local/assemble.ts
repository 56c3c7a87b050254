import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface AssembleOptions {
  /** Gets the bundles and the cloud assembly. */
  readonly directory: string;
}

/**
 * Bundles the functions and synthesizes the local stage, in a thread that takes the CDK's memory with it when it is
 * done. Resolves with the folder of the cloud assembly.
 */
export async function assemble(options: AssembleOptions): Promise<string> {
  const worker = new Worker(new URL('./assembleThread.ts', import.meta.url), {
    workerData: options,
    execArgv: [],
  });
  // The wait for the message rejects when the thread fails instead.
  const [directory] = (await once(worker, 'message')) as [string];
  return directory;
}
