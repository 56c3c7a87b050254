import { execFileSync } from 'node:child_process';

/**
 * Returns the paths that differ from a commit, relative to the repository: of commits since then, and of changes that are not committed yet.
 * Throws an error with git's message if there is no such commit.
 */
export function changedPaths(repository: string, base: string): string[] {
  const git = (...argv: string[]): string[] =>
    execFileSync('git', argv, {
      cwd: repository,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
      .split('\0')
      .filter((path) => path !== '');
  const [commit = ''] = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${base}^{commit}`);
  const committed = git('diff', '--name-only', '--no-renames', '-z', commit.trim(), '--');
  return [...committed, ...git('ls-files', '--others', '--exclude-standard', '-z')];
}
