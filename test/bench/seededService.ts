import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type RunningService, startService, withoutRateLimits } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

/** Runs a program of this folder in a separate process. Resolves with its output. */
export async function runProcess(program: string, ...parameters: readonly string[]): Promise<string> {
  const script = fileURLToPath(new URL(program, import.meta.url));
  return (await promisify(execFile)(process.execPath, [script, ...parameters])).stdout;
}

/** Runs a function with a service whose data a program of this folder has made: `node PROGRAM DIRECTORY COUNT`. */
export async function onSeededService(
  program: string,
  count: number,
  run: (service: RunningService, directory: string) => Promise<void>,
): Promise<void> {
  await using directory = await temporaryDirectory();
  await runProcess(program, directory.path, String(count));
  const service = await startService({ DATA_DIR: directory.path, ...withoutRateLimits });
  try {
    await run(service, directory.path);
  } finally {
    await service.stop('SIGKILL');
  }
}
