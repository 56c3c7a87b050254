import type { FunctionName } from '../../infra/functions/manifest.ts';
import type { Recording } from '../support/stages/recorder.ts';

export interface Measured {
  readonly what: string;
  readonly name: FunctionName;
  readonly recording: Recording;
  /** It should take at most so many round trips. */
  readonly aim: number | undefined;
}

/** Has a function invoked, and keeps what that took. */
export type Measure = (
  name: FunctionName,
  run: () => Promise<unknown>,
  more?: { readonly note?: string; readonly aim?: number },
) => Promise<void>;
