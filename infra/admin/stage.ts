import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import * as z from 'zod/mini';
import { type loadData, loadRooms, type StageResources } from '../dataRooms.ts';
import { localStackFile } from '../local/seed.ts';
import { stackNameOf } from '../stackName.ts';
import type { Io } from './admin.ts';
import { Refusal } from './refusal.ts';
import { type UsageKeys, usageKeysOf } from './usageKeys.ts';

/** The stage that a command acts on. */
export interface Stage extends Awaited<ReturnType<typeof loadRooms>> {
  /** Where its clients reach it: it decides the name of a session's cookie. */
  readonly baseUrl: string;
  /** What its API keys say they are for. */
  readonly keyEnvironment: 'live' | 'test';
  /** null where API keys are not metered one by one: on the local stage. */
  readonly usageKeys: UsageKeys | null;
  /** Where its queues are. */
  readonly resources: StageResources;
}

export type Data = Awaited<ReturnType<typeof loadData>>;

/** Opens a deployed stage, or the local one when none is named. Throws a Refusal when it is not there. */
export const connect = (stage: string | undefined, env: Io['env']): Promise<Stage> =>
  stage === undefined ? connectLocally(env.DATA_DIR || '.local') : connectTo(stage);

const localStack = z.object({ base_url: z.string(), table_name: z.string(), dynamodb: z.string() });
const localQueues = z.object({
  sqs: z.string(),
  kms: z.string(),
  outputs: z.record(z.string(), z.string()),
});

async function connectLocally(dataDirectory: string): Promise<Stage> {
  const path = join(dataDirectory, localStackFile);
  const content = await readFile(path, 'utf8').catch(() => undefined);
  if (content === undefined)
    throw new Refusal(
      `There is no local service in ${dataDirectory}. Start it with npm start, or name a deployed stage with --stage.`,
    );
  const stack = z.parse(localStack, JSON.parse(content));
  if (!(await answers(stack.dynamodb)))
    throw new Refusal(
      `The local service in ${dataDirectory} is not running: nothing answers at ${stack.dynamodb}. Start it with npm start.`,
    );
  const { data: queues } = localQueues.safeParse(JSON.parse(content));
  if (!queues)
    throw new Refusal(
      `The local service in ${dataDirectory} was started by an older version. Stop it, and start it again with npm start.`,
    );

  process.env.AWS_ENDPOINT_URL_DYNAMODB = stack.dynamodb;
  process.env.AWS_ENDPOINT_URL_SQS = queues.sqs;
  process.env.AWS_ENDPOINT_URL_KMS = queues.kms;
  process.env.AWS_REGION ??= 'us-east-1';
  // The operator's own credentials have no business here, and expired ones would be in the way.
  delete process.env.AWS_PROFILE;
  delete process.env.AWS_SESSION_TOKEN;
  process.env.AWS_ACCESS_KEY_ID = 'local';
  process.env.AWS_SECRET_ACCESS_KEY = 'local';
  return open({ keyEnvironment: 'test', usageKeys: null }, (output) => {
    const given = { ...queues.outputs, ApiUrl: stack.base_url, TableName: stack.table_name }[output];
    if (given !== undefined) return given;
    throw new Refusal(
      `The local service in ${dataDirectory} has no output ${output}. Stop it, and start it again with npm start.`,
    );
  });
}

/** Whatever the answer is. */
const answers = (endpoint: string): Promise<boolean> =>
  fetch(endpoint, { signal: AbortSignal.timeout(3000) }).then(
    () => true,
    () => false,
  );

async function connectTo(stage: string): Promise<Stage> {
  const output = await stackOutputs(stackNameOf({ stage }));
  const usageKeys = usageKeysOf({ stage, usagePlanId: output('UsagePlanId') });
  return open({ keyEnvironment: 'live', usageKeys }, output);
}

/** `output` answers with an output of the stack, or throws a Refusal. */
async function open(
  given: Pick<Stage, 'keyEnvironment' | 'usageKeys'>,
  output: (name: string) => string,
): Promise<Stage> {
  const resources: StageResources = {
    serviceBaseUrl: output('ApiUrl'),
    tableName: output('TableName'),
    processingQueueUrl: output('ProcessingQueueUrl'),
    eventsQueueUrl: output('EventsQueueUrl'),
    deliveriesQueueUrl: output('DeliveriesQueueUrl'),
    slowDeliveriesQueueUrl: output('SlowDeliveriesQueueUrl'),
    webhookKeyId: output('WebhookKeyArn'),
  };
  return { ...given, baseUrl: resources.serviceBaseUrl, resources, ...(await loadRooms(resources)) };
}

async function stackOutputs(StackName: string): Promise<(name: string) => string> {
  const cloudFormation = new CloudFormationClient();
  const { Stacks } = await cloudFormation
    .send(new DescribeStacksCommand({ StackName }))
    .catch(async (error: unknown) => {
      if (!isNoSuchStack(error)) throw error;
      const region = await cloudFormation.config.region();
      throw new Refusal(`There is no stack ${StackName} in this AWS account in ${region}.`);
    });
  return (name) => {
    const value = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
    if (value === undefined)
      throw new Refusal(
        `The stack ${StackName} has no output ${name}: deploy this version of the service first.`,
      );
    return value;
  };
}

/** CloudFormation has no error of its own for this: https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_DescribeStacks.html */
const isNoSuchStack = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ValidationError' && error.message.includes('does not exist');
