import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/**
 * Starts a program of this folder, and kills its process when it has printed this number of lines, one for each acknowledged request. Returns
 * the printed lines, which can be more.
 */
export async function linesUntilKilled(
  count: number,
  program: string,
  ...parameters: readonly string[]
): Promise<readonly string[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === count) child.kill('SIGKILL');
  }
  await exited;
  return lines;
}
