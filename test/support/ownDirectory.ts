import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const directoryUntil = (atEnd: (remove: () => void) => void): string => {
  const path = mkdtempSync(join(tmpdir(), 'document-governance-'));
  atEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

/** A folder of the tests of a file or a `describe`, which is removed after the last of them. */
export const directoryOfTests = (): string => directoryUntil(afterAll);

/** A folder of the test that is running, which is removed after it. */
export const directoryOfTest = (): string => directoryUntil(onTestFinished);
