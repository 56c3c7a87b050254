import { randomInt } from 'node:crypto';
import type { Reporter } from 'vitest/node';

/**
 * Makes reads of every host of a test run lag by up to a second, as DynamoDB's do. Each run lags in another way, unless READ_LAG_SEED is
 * set.
 */
export function lagReads(): void {
  process.env.READ_LAG_MILLISECONDS ??= '1000';
  process.env.READ_LAG_SEED ??= String(randomInt(2 ** 31));
}

/** Prints the seed with which reads lag in the same way, when a test has failed. */
export const lagReporter: Reporter = {
  onTestRunEnd: (_modules, _errors, reason) => {
    if (reason === 'failed')
      process.stderr.write(`Reads lagged by READ_LAG_SEED=${process.env.READ_LAG_SEED}.\n`);
  },
};
