import type { Io } from '../../../infra/admin/commandLine/output.ts';
import { run } from '../../../infra/admin/program.ts';

/** What a command printed, and its exit code. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the operators. The first word of `argv` may have several: `users list`. */
export async function runCommand(
  argv: readonly string[],
  io: Omit<Io, 'stdout' | 'stderr'>,
): Promise<Outcome> {
  const outcome = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      outcome[name] += text;
    },
  });
  const [first = '', ...others] = argv;
  const words = first === '' ? [] : first.split(' ');
  const code = await run([...words, ...others], { stdout: sink('stdout'), stderr: sink('stderr'), ...io });
  return { code, ...outcome };
}
