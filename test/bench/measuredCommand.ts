import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Figure } from './table.ts';

const sampleMilliseconds = 100;

export interface MeasuredCommand {
  /** The output of the command, which is JSON. */
  readonly printed: unknown;
  readonly seconds: number;
  /** The time, and the memory if there is a /proc. */
  readonly figures: readonly Figure[];
}

/** Runs and measures an operators' command on a data directory that a running service uses. */
export async function measuredCommand(
  directory: string,
  ...command: readonly string[]
): Promise<MeasuredCommand> {
  const began = performance.now();
  const child = spawn(process.execPath, ['infra/admin/main.ts', '--json', ...command], {
    env: { ...process.env, DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let megabytes = 0;
  const sampling = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    megabytes = Math.max(megabytes, Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1000));
  }, sampleMilliseconds);
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  clearInterval(sampling);
  const seconds = (performance.now() - began) / 1000;
  return {
    printed: JSON.parse(printed),
    seconds,
    figures: [
      ['seconds', seconds.toFixed(1)],
      ...(megabytes ? [['resident at most, MB', megabytes] as const] : []),
    ],
  };
}
