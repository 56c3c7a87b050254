import { afterAll } from 'vitest';
import { Recorder } from './recorder.ts';
import { type FileOptions, type SharedStage, sharedStage } from './sharedStage.ts';
import { type StoreName, watchClients } from './watchClients.ts';

/** Returns the shared stage, and records the functions' requests to the named stores. */
export async function sharedWatchedStage(
  stores: readonly StoreName[],
  options: Omit<FileOptions, 'around'> = {},
): Promise<SharedStage & { readonly recorder: Recorder }> {
  const recorder = new Recorder();
  const stage = await sharedStage({ ...options, around: (name, run) => recorder.around(name, run) });
  afterAll(await watchClients(recorder, stores));
  return { ...stage, recorder };
}
