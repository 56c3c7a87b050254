import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { FaultyLine } from '../support/stages/faultyLine.ts';
import type { Consumer, FaultyStage } from '../support/stages/faultyStage.ts';

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
    const awsRequestId = crypto.randomUUID();
    const context = { awsRequestId, memoryLimitInMB: '1769', getRemainingTimeInMillis: () => 120_000 };
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

/**
 * Has a worker process meet silence at one of its requests, the first being 1, and kills it there. Returns false when it ended before.
 * `lines`: those on which requests count. Default: to the table and to S3
 */
export async function killedAt(
  stage: FaultyStage,
  name: Consumer,
  message: string,
  ordinal: number,
  lines: readonly FaultyLine[] = [stage.dynamodb, stage.s3],
): Promise<boolean> {
  const met = Promise.withResolvers<true>();
  let requests = 0;
  const fault = () => {
    requests += 1;
    if (requests < ordinal) return undefined;
    met.resolve(true);
    return 'silent' as const;
  };
  for (const line of lines) line.faultOf = fault;
  const worker = startWorker(stage, name, message);
  const ended = new Promise<false>((resolve) => worker.once('exit', () => resolve(false)));
  const isMet = await Promise.race([met.promise, ended]);
  if (isMet) await kill(worker);
  for (const line of lines) line.faultOf = () => undefined;
  return isMet;
}
