import type { FunctionName } from '../../infra/functions/manifest.ts';
import type { Recording } from '../support/stages/recorder.ts';

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
