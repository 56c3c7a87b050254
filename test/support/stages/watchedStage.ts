import { afterAll } from 'vitest';
import { Recorder } from './recorder.ts';
import { ownStage, type Stage, type StageOptions, sharedStage } from './stage.ts';
import { type StoreName, watchClients } from './watchClients.ts';

/** Returns the shared stage, and records the functions' requests to the named stores. */
export async function sharedWatchedStage(
  stores: readonly StoreName[],
  options: Pick<StageOptions, 'remembersMarks'> = {},
): Promise<Stage & { readonly recorder: Recorder }> {
  const recorder = new Recorder();
  const stage = await sharedStage({ ...options, around: (name, run) => recorder.around(name, run) });
  afterAll(await watchClients(recorder, stores));
  return { ...stage, recorder };
}

/** Opens the stage of a test file, and records the functions' requests to the named stores. */
export async function ownWatchedStage(
  stores: readonly StoreName[],
  options: Omit<StageOptions, 'around'> = {},
): Promise<Stage & { readonly recorder: Recorder }> {
  const recorder = new Recorder();
  const stage = await ownStage({ ...options, around: (name, run) => recorder.around(name, run) });
  await watchClients(recorder, stores);
  return { ...stage, recorder };
}
