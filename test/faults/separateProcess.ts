import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type FaultyProxy, isChange } from '../support/stages/faultyProxy.ts';
import type { Consumer, FaultyStage } from '../support/stages/faultyStage.ts';

/** Runs the bundle of a function with one message, in a process of its own. */
export function startWorker(
  stage: Pick<FaultyStage, 'definitionOf'>,
  name: Consumer | 'sweepDue',
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
    const awsRequestId = crypto.randomUUID();
    const context = { awsRequestId, memoryLimitInMB: '1769', getRemainingTimeInMillis: () => 120_000 };
    require(process.argv[1]).handler(JSON.parse(process.argv[2]), context);
  `;
  return spawn(process.execPath, ['-e', program, join(assetDirectory, 'index.cjs'), event], {
    env: { ...process.env, LAMBDA_TASK_ROOT: assetDirectory, ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Resolves when the process has ended. */
export async function kill(process: ChildProcess): Promise<void> {
  const exited = once(process, 'exit');
  process.kill('SIGKILL');
  await exited;
}

/**
 * Runs a worker process until the worker requests the change with this number; the first is 1. The store does not carry out this change,
 * and the worker is killed. Returns false if the worker ended before. Reads do not count, because a kill between two changes leaves the
 * same items at any moment. `lines`: the stores whose changes count. Default: the table and S3
 */
export async function killedAt(
  stage: FaultyStage,
  name: Consumer | 'sweepDue',
  message: string,
  ordinal: number,
  lines: readonly FaultyProxy[] = [stage.dynamodb, stage.s3],
): Promise<boolean> {
  const met = Promise.withResolvers<true>();
  let changes = 0;
  const fault = (request: IncomingMessage) => {
    if (isChange(request)) changes += 1;
    if (changes < ordinal) return undefined;
    met.resolve(true);
    return 'silent' as const;
  };
  for (const line of lines) line.faultOf = fault;
  const worker = startWorker(stage, name, message);
  const ended = new Promise<false>((resolve) => worker.once('exit', () => resolve(false)));
  const isMet = await Promise.race([met.promise, ended]);
  if (isMet) await kill(worker);
  for (const line of lines) line.mend();
  return isMet;
}
