import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a directory for its owner alone, with the directories above it, if they are missing. Throws the error of the file system. The option
 * `recursive` of Node.js instead tries for ever where nothing can be created, as in /proc.
 */
export function makeDirectory(path: string): void {
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeDirectory(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
