import { Recorder } from '../bench/recorder.ts';
import { type StoreName, watchClients } from '../bench/watchClients.ts';
import { ownStage, type Stage, type StageOptions } from './stage.ts';

/** The stage of a test file with a record of what its functions ask of the stores that are named. */
export async function ownWatchedStage(
  stores: readonly StoreName[],
  options: Omit<StageOptions, 'around'> = {},
): Promise<Stage & { readonly recorder: Recorder }> {
  const recorder = new Recorder();
  const stage = await ownStage({ ...options, around: (name, run) => recorder.around(name, run) });
  await watchClients(recorder, stores);
  return { ...stage, recorder };
}
