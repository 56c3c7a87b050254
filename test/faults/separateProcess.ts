import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Consumer, FaultyStage } from './faultyStage.ts';

/** Runs the bundle that Lambda would run, with one message, in a process of its own. */
export function startWorker(
  stage: Pick<FaultyStage, 'definitionOf'>,
  name: Consumer,
  body: string,
  {
    variables = {},
    receiveCount = 2,
  }: { readonly variables?: Readonly<Record<string, string>>; readonly receiveCount?: number } = {},
): ChildProcess {
  const { assetDirectory } = stage.definitionOf(name);
  const attributes = { ApproximateReceiveCount: String(receiveCount) };
  const event = JSON.stringify({ Records: [{ messageId: '0', body, attributes }] });
  const program = `
    const context = { memoryLimitInMB: '1769', getRemainingTimeInMillis: () => 120_000 };
    require(process.argv[1]).handler(JSON.parse(process.argv[2]), context);
  `;
  return spawn(process.execPath, ['-e', program, join(assetDirectory, 'index.cjs'), event], {
    env: { ...process.env, LAMBDA_TASK_ROOT: assetDirectory, ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Resolves when the process is gone. */
export async function kill(process: ChildProcess): Promise<void> {
  const exited = once(process, 'exit');
  process.kill('SIGKILL');
  await exited;
}
