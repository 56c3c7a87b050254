/**
 * A process of `withhold.ts`. It gets a grant and test files, and answers with the first file that fails without the grant. It keeps one
 * vitest and one service for all grants, because starting them takes longer than most tests.
 */
import { resolve } from 'node:path';
import type { Grant } from 'assembly-host/iam/grants';
import { createVitest, type Vitest } from 'vitest/node';
import { type RunningService, startService, withoutRateLimits } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { repository } from './table.ts';

export interface Trial {
  readonly grant: Grant;
  readonly files: readonly string[];
}

/** `file` is undefined if every file passed. */
export interface Outcome {
  readonly file: string | undefined;
}

const directory = await temporaryDirectory();
/** The service for tests over HTTP. vitest gets its address, and starts no other service. */
const service = await startService({ DATA_DIR: directory.path, ...withoutRateLimits });
const kept = await openVitest(service);

process.on('message', async ({ grant, files }: Trial) => {
  process.env.WITHHELD_GRANT = grant;
  process.send?.({ file: await firstFailing(grant, files) } satisfies Outcome);
});
process.on('disconnect', end);
// If there are few grants, the other process may have taken all of them before this process was ready.
if (!process.connected) await end();

async function end(): Promise<void> {
  await kept.close();
  await service.stop();
  await directory[Symbol.asyncDispose]();
  // vitest has set the exit code of a failed run. This process has succeeded in spite of failed tests.
  process.exit(0);
}

async function firstFailing(grant: Grant, files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    const isServed = /^test\/(conformance|browser)\//.test(file);
    if (isServed ? await isMissedByService(grant, file) : (await failedIn(kept, file)) !== undefined)
      return file;
  }
  return undefined;
}

/**
 * Tries the kept service first. There, a failed test counts only if it passes with the grant, because earlier trials can leave unfinished
 * work. Then tries a new service, because functions use some grants only when they start.
 */
async function isMissedByService(grant: Grant, file: string): Promise<boolean> {
  await service.withhold(grant);
  const failed = await failedIn(kept, file);
  await service.withhold();
  if (failed !== undefined && (await failedIn(kept, file, failed)) === undefined) return true;
  const vitest = await openVitest();
  const isMissed = (await failedIn(vitest, file)) !== undefined;
  await vitest.close();
  return isMissed;
}

async function openVitest(running?: RunningService): Promise<Vitest> {
  const vitest = await createVitest('test', {
    root: repository,
    config: 'test/vitest.config.ts',
    watch: false,
    // Without a grant, some tests wait for something that never comes.
    testTimeout: 20_000,
    bail: 1,
    reporters: [{}],
  });
  if (running) vitest.provide('credentials', running.credentials);
  await vitest.standalone();
  return vitest;
}

/**
 * Runs a file, or only its test with the given full name, with all grants. Returns the full name of a failed test, or '' if the file
 * failed outside of its tests.
 */
async function failedIn(vitest: Vitest, file: string, name?: string): Promise<string | undefined> {
  const withheld = name === undefined ? (process.env.WITHHELD_GRANT ?? '') : '';
  for (const { config } of vitest.projects) config.env.WITHHELD_GRANT = withheld;
  if (name) vitest.setGlobalTestNamePattern(patternOf(name));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    await vitest.globTestSpecifications([file]),
  );
  vitest.resetGlobalTestNamePattern();
  // The results of earlier runs are in the list as well.
  const own = testModules.filter(({ moduleId }) => moduleId === resolve(repository, file));
  for (const { children } of own) for (const test of children.allTests('failed')) return test.fullName;
  const hasRun = own.some(({ children }) => [...children.allTests('passed')].length > 0);
  return hasRun && unhandledErrors.length === 0 && own.every((module) => module.ok()) ? undefined : '';
}

/** Returns a pattern for the full name of a test, in which vitest joins the names of its suites with spaces. */
const patternOf = (fullName: string): RegExp =>
  new RegExp(`^${fullName.replaceAll(' > ', ' ').replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$`);
