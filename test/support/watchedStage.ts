import { Recorder } from '../bench/recorder.ts';
import { type StoreName, watchClients } from '../bench/watchClients.ts';
import { ownStage, type Stage, type StageOptions } from './stage.ts';

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
