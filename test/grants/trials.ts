/**
 * A process of `withhold.ts`. It gets a grant and test files, and answers with the first file that fails without the grant. It keeps one
 * vitest for all grants, because starting it takes longer than most tests.
 */
import { resolve } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import type { Grant } from '../../infra/host/iam/grants.ts';
import { repository } from './table.ts';

export interface Trial {
  readonly grant: Grant;
  readonly files: readonly string[];
}

/** `file` is undefined if every file passed. */
export interface Outcome {
  readonly file: string | undefined;
}

const kept = await openVitest();

process.on('message', async ({ grant, files }: Trial) => {
  process.env.WITHHELD_GRANT = grant;
  process.send?.({ file: await firstFailing(files) } satisfies Outcome);
});
process.on('disconnect', async () => {
  await kept.close();
  // vitest has set the code of its failed tests.
  process.exit(0);
});

async function firstFailing(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    // The service of these tests starts once in the life of a vitest.
    const isServed = /^test\/(conformance|browser)\//.test(file);
    const vitest = isServed ? await openVitest() : kept;
    const hasPassed = await passes(vitest, file);
    if (isServed) await vitest.close();
    if (!hasPassed) return file;
  }
  return undefined;
}

async function openVitest(): Promise<Vitest> {
  const vitest = await createVitest('test', {
    root: repository,
    config: 'test/vitest.config.ts',
    watch: false,
    // Without a grant, some tests wait for something that never comes.
    testTimeout: 20_000,
    bail: 1,
    reporters: [{}],
  });
  await vitest.standalone();
  return vitest;
}

async function passes(vitest: Vitest, file: string): Promise<boolean> {
  for (const { config } of vitest.projects) config.env.WITHHELD_GRANT = process.env.WITHHELD_GRANT ?? '';
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    await vitest.globTestSpecifications([file]),
  );
  // The results of earlier runs are in the list as well.
  const own = testModules.filter(({ moduleId }) => moduleId === resolve(repository, file));
  return unhandledErrors.length === 0 && own.length > 0 && own.every((module) => module.ok());
}
