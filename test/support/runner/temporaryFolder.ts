import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes one folder for all temporary folders of a run, and removes it at the end, with what shared stages stored.
 */
export default async function provideTemporaryFolder() {
  if (process.env.TEST_TEMPORARY_FOLDER !== undefined) return undefined;
  const path = await mkdtemp(join(tmpdir(), 'document-governance-'));
  process.env.TEST_TEMPORARY_FOLDER = path;
  return () => rm(path, { recursive: true, force: true, maxRetries: 5 });
}
