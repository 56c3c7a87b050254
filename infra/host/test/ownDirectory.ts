import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const directoryUntil = (atEnd: (remove: () => void) => void): string => {
  const path = mkdtempSync(join(tmpdir(), 'assembly-host-'));
  atEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

/** Makes a folder for the tests of a file or a `describe`, and removes it after the last of them. */
export const directoryOfTests = (): string => directoryUntil(afterAll);

/** Makes a folder for the running test, and removes it afterwards. */
export const directoryOfTest = (): string => directoryUntil(onTestFinished);
