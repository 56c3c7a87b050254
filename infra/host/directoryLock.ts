import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ifFileExists } from './atomicFile.ts';
import { lockFile } from './fileLock.ts';
import { makeDirectory } from './makeDirectory.ts';
import { StartupError } from './startupError.ts';

/** The sticky bit marks a directory that everybody may write to, such as /tmp. Restricting such a directory would lock other users out. */
const shared = 0o1000;

/**
 * Locks a data directory for this process and restricts the directory to its owner. Creates a missing directory. Throws a StartupError
 * while another process has the lock, and if the directory cannot be used. The message of the first error shows the process id from `host.pid`.
 *
 * @returns a function that releases the directory
 */
export function lockDirectory(directory: string): () => void {
  try {
    return lockUsable(directory);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const reason = error instanceof Error ? error.message : error;
    throw new StartupError(`The data directory ${directory} cannot be used: ${reason}.`, { cause: error });
  }
}

function lockUsable(directory: string): () => void {
  makeDirectory(directory);
  if (statSync(directory).mode & shared)
    throw new StartupError(
      `The directory ${directory} belongs to everybody. Name a directory of your own, for example below it.`,
    );
  // Restricts an existing directory too, because it contains all stored data and the keys of the local KMS.
  chmodSync(directory, 0o700);
  const holder = join(directory, 'host.pid');
  const release = lockFile(join(directory, 'host.lock'));
  if (!release) {
    const processId = ifFileExists(() => readFileSync(holder, 'utf8').trim()) ?? '(unknown)';
    throw new StartupError(`The data directory ${directory} is in use by process ${processId}.`);
  }
  writeFileSync(holder, `${process.pid}\n`);
  return release;
}
