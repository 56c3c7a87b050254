import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from './sync.ts';

/**
 * Writes a file so that every process finds either the complete old content or the complete new content, even after a kill or a power cut.
 * The file is on disk when the function returns. Creates the directory if missing.
 *
 * @param mode the file's permissions. Default: only the file's owner has access
 */
export function writeAtomically(path: string, content: string | Uint8Array, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(`${path}.new`, 'w', mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
  // The name of the file must reach the disk too.
  syncDirectory(dirname(path));
}

/** Returns the result of a function that reads a file. Undefined: the file does not exist. */
export function ifFileExists<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
