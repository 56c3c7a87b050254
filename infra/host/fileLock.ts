import { DatabaseSync } from 'node:sqlite';

/** SQLite, "Result and Error Codes". */
const sqliteBusy = 5;

/**
 * Acquires a lock on a file. The folder of the file must exist.
 *
 * The lock is SQLite's lock, which the operating system releases at the end of the process, even after `kill -9`. A file with a process id
 * would outlive the process, and another process could get the same id.
 *
 * @returns a function that releases the lock. Undefined: another process has the lock
 * @throws if the file cannot be written, for example because the disk is full
 */
export function lockFile(path: string): (() => void) | undefined {
  const lock = new DatabaseSync(path);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
  return () => lock.close();
}
