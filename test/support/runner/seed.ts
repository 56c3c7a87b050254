import { createHash, randomInt } from 'node:crypto';
import type { Reporter } from 'vitest/node';

/**
 * Makes reads of every host of a test run lag by up to a second, as DynamoDB's do, and returns the run's seed. The seed decides the
 * lags, and the order of files and tests. Each run has another seed, unless READ_LAG_SEED is set.
 */
export function seedRun(): number {
  process.env.READ_LAG_MILLISECONDS ??= '1000';
  process.env.READ_LAG_SEED ??= String(randomInt(2 ** 31));
  return Number(process.env.READ_LAG_SEED);
}

/** After a failed run, prints the seed with which reads lag and tests run in the same order again. */
export const seedReporter: Reporter = {
  onTestRunEnd: (_modules, _errors, reason) => {
    if (reason === 'failed')
      process.stderr.write(`Lags and order of this run: READ_LAG_SEED=${process.env.READ_LAG_SEED}.\n`);
  },
};

/** Returns items in a random order, which is the same for the same seed. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const keyed = items.map((item, index) => ({
    item,
    key: createHash('sha256').update(`${seed} ${index}`).digest('hex'),
  }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}
