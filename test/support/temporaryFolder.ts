import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes one temporary folder for a run and removes it at the end: a stage that the files of a worker share is never closed, because a worker
 * does not know which of its files is the last one.
 */
export default async function provideTemporaryFolder() {
  const before = process.env.TMPDIR;
  const path = await mkdtemp(join(tmpdir(), 'document-governance-run-'));
  process.env.TMPDIR = path;
  return async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(path, { recursive: true, force: true, maxRetries: 5 });
  };
}
