import { DatabaseSync } from 'node:sqlite';

/**
 * Acquires a lock on a file. Its folder must exist.
 *
 * Uses SQLite's lock, which the operating system releases however its holder ends. A file with a process id would outlive `kill
 * -9`, and another process could reuse the id.
 *
 * @returns a function that releases the lock. Undefined: another process has the lock
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
