import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from './fileLock.ts';
import { StartupError } from './startupError.ts';
import { ifThere } from './wholeFile.ts';

/** The sticky bit: anybody may make files there, as in /tmp, and closing it would take it from them. */
const shared = 0o1000;

/**
 * Takes a data directory for this process and its owner alone, creating it if missing. Throws a StartupError while another process has it;
 * the process id in `host.pid` is only there to be shown then.
 *
 * @returns gives the directory back
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (statSync(directory).mode & shared)
    throw new StartupError(`The directory ${directory} is everybody's. Name one of your own in it.`);
  // It may have been made by anybody, and holds all that the stack stores, and the keys to it.
  chmodSync(directory, 0o700);
  const holder = join(directory, 'host.pid');
  const release = lockFile(join(directory, 'host.lock'));
  if (!release) {
    const processId = ifThere(() => readFileSync(holder, 'utf8').trim()) ?? '(unknown)';
    throw new StartupError(`The data directory ${directory} is in use by process ${processId}.`);
  }
  writeFileSync(holder, `${process.pid}\n`);
  return release;
}
