import { randomInt } from 'node:crypto';
import type { Reporter } from 'vitest/node';

/**
 * Has every host that a test run starts lag as DynamoDB does: by up to a second, in another way each run unless READ_LAG_SEED
 * says in which.
 */
export function lagReads(): void {
  process.env.READ_LAG_MILLISECONDS ??= '1000';
  process.env.READ_LAG_SEED ??= String(randomInt(2 ** 31));
}

/** Says how to have reads lag alike, when something has failed. */
export const lagReporter: Reporter = {
  onTestRunEnd: (_modules, _errors, reason) => {
    if (reason === 'failed')
      process.stderr.write(`Reads lagged by READ_LAG_SEED=${process.env.READ_LAG_SEED}.\n`);
  },
};
