import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { failedFiles } from '../support/runner/failedFiles.ts';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program in the repository, with this process's input and output. Returns its exit code. */
export function run(program: string, ...argv: readonly string[]): number {
  const { status, error } = spawnSync(program, argv, { cwd: repository, stdio: 'inherit' });
  if (error) throw error;
  return status ?? 1;
}

/** More files than these fail because of a fault. */
const maxRetriedFiles = 5;

/**
 * Runs projects of tests. Returns the exit code of the runner. `rest`: more arguments of the runner. With the environment variable
 * `RETRY_FAILED=1`, up to five files that failed run once more, alone.
 */
export function runProjects(names: readonly string[], rest: readonly string[] = []): number {
  const projects = names.flatMap((name) => ['--project', name]);
  const code = run('npx', 'vitest', 'run', '--config', 'test/vitest.config.ts', ...projects, ...rest);
  if (code === 0 || process.env.RETRY_FAILED !== '1') return code;
  const { length } = failedFiles();
  return length > 0 && length <= maxRetriedFiles ? run('node', 'test/failed.ts') : code;
}
