import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from './sync.ts';

/**
 * Writes a file so that readers, and those after a kill or a power cut, see the old content or the new and never half
 * of it. It is on disk when this returns. Creates the directory if missing.
 *
 * @param mode who may read it. Default: its owner only
 */
export function writeWhole(path: string, content: string | Uint8Array, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(`${path}.new`, 'w', mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
  // The name, too, has to reach the disk.
  syncDirectory(dirname(path));
}

/** Returns what a function reads from a file. Undefined: there is no such file. */
export function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
