import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a lock that others can see by its file; the folder must exist.
 *
 * It is SQLite's own, which the operating system gives back when its holder ends in any way: a file with a process id
 * would outlive `kill -9`, and the id could belong to someone else by then.
 *
 * @returns gives it back. Undefined: somebody else has it
 */
export function lockFile(path: string): (() => void) | undefined {
  const lock = new DatabaseSync(path);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    return undefined;
  }
  return () => lock.close();
}
