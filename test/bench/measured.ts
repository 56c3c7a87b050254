import type { FunctionName } from '../../infra/functions/manifest.ts';
import type { Recorder, Recording } from '../support/stages/recorder.ts';

export interface Measured {
  readonly what: string;
  readonly name: FunctionName;
  readonly recording: Recording;
}

/** Invokes a function, and keeps the recording of the invocation. */
export type Measure = (
  name: FunctionName,
  run: () => Promise<unknown>,
  more?: { readonly note?: string },
) => Promise<void>;

/** Returns a function that adds each invocation to a list. */
export const measuring =
  (recorder: Recorder, measured: Measured[]): Measure =>
  async (name, run, { note = '' } = {}) => {
    recorder.take();
    await run();
    const recording = recorder.take().find((candidate) => candidate.name === name);
    if (!recording) throw new Error(`${name} was not invoked`);
    measured.push({ what: name + (note && `, ${note}`), name, recording });
  };
