import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter } from 'vitest/node';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const list = new URL('../../../node_modules/.cache/failedTestFiles.json', import.meta.url);

/** Notes the files that failed in a run, for `npm run test:failed`. */
export const failedFilesReporter: Reporter = {
  onTestRunEnd: (modules) => {
    const failed = modules.filter((module) => !module.ok()).map(({ moduleId }) => relative(root, moduleId));
    mkdirSync(dirname(fileURLToPath(list)), { recursive: true });
    writeFileSync(list, JSON.stringify([...new Set(failed)]));
  },
};

/** Returns the files that failed in the last run. Throws if there was none. */
export const failedFiles = (): string[] => JSON.parse(readFileSync(list, 'utf8')) as string[];
