import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from './fileLock.ts';
import { StartupError } from './startupError.ts';

/**
 * Takes a data directory for this process, creating it if missing. Throws a StartupError while another process has it;
 * the process id in `host.pid` is only there to be shown then.
 *
 * @returns gives the directory back
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const holder = join(directory, 'host.pid');
  const release = lockFile(join(directory, 'host.lock'));
  if (!release)
    throw new StartupError(`The data directory ${directory} is in use by process ${readHolder(holder)}.`);
  writeFileSync(holder, `${process.pid}\n`);
  return release;
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '(unknown)';
  }
}
