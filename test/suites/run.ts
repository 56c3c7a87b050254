import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program in the repository, with this process's input and output. Returns its exit code. */
export function run(program: string, ...argv: readonly string[]): number {
  const { status, error } = spawnSync(program, argv, { cwd: repository, stdio: 'inherit' });
  if (error) throw error;
  return status ?? 1;
}

/** Runs projects of tests. Returns the exit code of the runner. `rest`: more arguments of the runner */
export const runProjects = (names: readonly string[], rest: readonly string[] = []): number =>
  run(
    'npx',
    'vitest',
    'run',
    '--config',
    'test/vitest.config.ts',
    ...names.flatMap((name) => ['--project', name]),
    ...rest,
  );
