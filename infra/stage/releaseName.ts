import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { release } from '../../shared/contract/release.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * Returns the release with the commit of the code as build metadata (Semantic Versioning 2.0.0, item 10), such as `1.0.1+06f3c16`; without a
 * commit, the release alone.
 */
export function releaseName(folder = repository): string {
  const commit = commitOf(folder);
  return commit === null ? release : `${release}+${commit}`;
}

/**
 * Returns the commit of the code in a folder, such as `06f3c16`, with `.dirty` when tracked files have been changed since. Returns null
 * without git, and for a folder that is not the root of a repository, such as an unpacked archive.
 */
function commitOf(folder: string): string | null {
  if (git(folder, 'rev-parse', '--show-toplevel') !== realpathSync(folder)) return null;
  return git(folder, 'describe', '--always', '--abbrev=7', '--exclude=*', '--dirty=.dirty');
}

/** Returns what a command of git prints; null if it fails. */
function git(folder: string, ...parameters: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', parameters, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
