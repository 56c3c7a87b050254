import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localStackFile } from '../../infra/local/seed.ts';
import type { StackFile } from '../../infra/local/stackFile.ts';
import { environmentNames } from '../../shared/runtime/environment.ts';
import type { Credentials } from '../support/client.ts';
import { startService, withoutRateLimits } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

/** `npm start` with a data directory of its own and no rate limits. Disposal kills the service and removes the data. */
export interface BenchService extends AsyncDisposable {
  readonly directory: string;
  readonly credentials: Credentials;
  /** The id of the running process; undefined once it has ended. */
  processId(): number | undefined;
  /** Resolves with the CPU time of all threads of the service so far; NaN if there is no /proc. */
  cpuMilliseconds(): Promise<number>;
  /** Resolves when no message is queued or being worked on. */
  drain(): Promise<void>;
  /** Invokes a function of the stack, as its trigger does. */
  invoke(functionName: string, event: unknown): Promise<unknown>;
}

/** The service of `shareService`. */
let shared: BenchService | undefined;

/** Runs a function in which all sections get the same service. */
export async function shareService(run: () => Promise<void>): Promise<void> {
  await using service = await openService();
  shared = service;
  await run();
}

export async function openService(): Promise<BenchService> {
  if (shared) return { ...shared, [Symbol.asyncDispose]: async () => undefined };
  await using cleanup = new AsyncDisposableStack();
  const { path: directory } = cleanup.use(await temporaryDirectory());
  const running = await startService({ DATA_DIR: directory, ...withoutRateLimits });
  cleanup.defer(() => running.stop('SIGKILL'));
  const { credentials } = running;
  const held = cleanup.move();
  return {
    directory,
    credentials,
    processId: () => running.process.pid,
    cpuMilliseconds: () => cpuMilliseconds(running.process.pid),
    drain: () => running.drain(),
    invoke: (name, event) => running.invoke(name, event),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** The kernel counts in hundredths of a second (proc(5), `utime` and `stime`). */
const millisecondsPerTick = 10;

/** Returns the CPU time of a process, including the threads that have ended. */
async function cpuMilliseconds(processId: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '');
  // The second field is the command in parentheses, and may contain spaces.
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(utime) + Number(stime)) * millisecondsPerTick;
}

/**
 * Gives this process the variables by which the service's own code finds the stores. Import such code only afterwards. A process can use the
 * stores of one service only. Resolves with the variables.
 */
export async function useStores({ directory }: BenchService): Promise<Record<string, string>> {
  const stack: StackFile = JSON.parse(await readFile(join(directory, localStackFile), 'utf8'));
  const { outputs } = stack;
  const variables = {
    LOG_LEVEL: 'SILENT',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: stack.credentials.access_key_id,
    AWS_SECRET_ACCESS_KEY: stack.credentials.secret_access_key,
    AWS_ENDPOINT_URL_DYNAMODB: stack.dynamodb,
    AWS_ENDPOINT_URL_S3: stack.s3,
    AWS_ENDPOINT_URL_SQS: stack.sqs,
    [environmentNames.tableName]: outputs.TableName ?? '',
    [environmentNames.bucketName]: outputs.BucketName ?? '',
    [environmentNames.eventsQueueUrl]: outputs.EventsQueueUrl ?? '',
    [environmentNames.serviceBaseUrl]: outputs.ApiUrl ?? '',
    [environmentNames.activityDays]: '400',
    [environmentNames.sessionIdleHours]: '24',
    [environmentNames.sessionHours]: '168',
  };
  Object.assign(process.env, variables);
  return variables;
}
