import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from './startupError.ts';

/**
 * Takes a data directory for this process, creating it if missing. Throws a StartupError while another process has it.
 *
 * The lock is SQLite's own, which the operating system gives back when its holder ends in any way: a file with a process
 * id would outlive `kill -9`, and the id could belong to someone else by then. The id is only there to be shown.
 *
 * @returns gives the directory back
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const holder = join(directory, 'host.pid');
  const lock = new DatabaseSync(join(directory, 'host.lock'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new StartupError(`The data directory ${directory} is in use by process ${readHolder(holder)}.`);
  }
  writeFileSync(holder, `${process.pid}\n`);
  return () => lock.close();
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '(unknown)';
  }
}
