import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import * as z from 'zod/mini';
import { markFormat } from '../../../shared/data/table/format.ts';
import { environmentNames } from '../../../shared/runtime/environment.ts';
import { type StoreVariable, storeOutputs } from '../../../shared/runtime/stores.ts';
import { localStackFile } from '../../local/seed.ts';
import { stackFile } from '../../local/stackFile.ts';
import { stackNameOf } from '../../stage/stackName.ts';
import type { Io } from '../commandLine/output.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { type UsageKeys, usageKeysOf } from '../keys/usageKeys.ts';

/** The outputs of a deployed stage that say what it needs of its AWS account. */
interface AccountNeeds {
  /** The address from which the stage sends mail; null: it sends none; undefined: its release is older than 1.1.0 and does not say. */
  readonly mailFrom: string | null | undefined;
  /** Whether people sign in with the stack's own user pool. */
  readonly hasUserPool: boolean;
  /** The ARNs of the topics of alarms, by severity. */
  readonly topics: Readonly<Record<'urgent' | 'ticket', string | undefined>>;
}

/** The particulars of the stage that a command acts on. */
export interface Stage {
  /** The URL for clients. It decides the name of a session's cookie. */
  readonly baseUrl: string;
  /** The environment named in its API keys. */
  readonly keyEnvironment: 'live' | 'test';
  /** The longest life of an API key, whatever its own expiry; null: no limit. */
  readonly longestKeyLifeDays: number | null;
  /** The e-mail domains of service staff. */
  readonly staffEmailDomains: readonly string[];
  /** The normalized addresses of service staff, each of one of these domains. Empty: everybody with an address of the domains is staff. */
  readonly staffEmails: readonly string[];
  /** Whether the stack keeps its data when it is deleted; null if the stack does not say so, because its release is older than 1.1.0. */
  readonly retainsData: boolean | null;
  /** Its name; undefined on the local stage. */
  readonly name: string | undefined;
  /** The first part of its alarms' names. */
  readonly stackName: string;
  /** The folder with the logs of the local stage; null on AWS. */
  readonly logFolder: string | null;
  /** null on the local stage, where API keys are not metered one by one. */
  readonly usageKeys: UsageKeys | null;
  /** null on the local stage, which has no AWS account. */
  readonly account: AccountNeeds | null;
}

/**
 * Connects this process to a deployed stage, or to the local one when none is named: everything in `shared` then acts on it. Throws a
 * Refusal when the stage is not there, and a FormatError when its table has another format.
 */
export async function connect(stage: string | undefined, env: Io['env']): Promise<Stage> {
  const connected = await (stage === undefined ? connectLocally(env.DATA_DIR || '.local') : connectTo(stage));
  await markFormat();
  return connected;
}

async function connectLocally(dataDirectory: string): Promise<Stage> {
  const path = join(dataDirectory, localStackFile);
  const content = await readFile(path, 'utf8').catch(() => undefined);
  if (content === undefined)
    throw new Refusal(
      `There is no local service in ${dataDirectory}. Start it with npm start, or name a deployed stage with --stage.`,
    );
  const stack = z.parse(stackFile, JSON.parse(content));
  if (!(await answers(stack.dynamodb)))
    throw new Refusal(
      `The local service in ${dataDirectory} is not running: nothing answers at ${stack.dynamodb}. Start it with npm start.`,
    );

  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: stack.dynamodb,
    AWS_ENDPOINT_URL_SQS: stack.sqs,
    AWS_ENDPOINT_URL_KMS: stack.kms,
    AWS_ENDPOINT_URL_CLOUDWATCH: stack.cloudwatch,
    AWS_ENDPOINT_URL_S3: stack.s3,
    AWS_ENDPOINT_URL_SESV2: stack.ses,
    AWS_ACCESS_KEY_ID: stack.credentials.access_key_id,
    AWS_SECRET_ACCESS_KEY: stack.credentials.secret_access_key,
  });
  process.env.AWS_REGION ??= 'us-east-1';
  // The operator's own credentials must not be used here, and expired ones would cause errors.
  delete process.env.AWS_PROFILE;
  delete process.env.AWS_SESSION_TOKEN;
  const outputs: Readonly<Record<string, string>> = {
    ...stack.outputs,
    ApiUrl: stack.base_url,
    TableName: stack.table_name,
  };
  return open(
    {
      find: (name) => outputs[name],
      lacks: (name) =>
        `The local service in ${dataDirectory} has no output ${name}. Stop it, and start it again with npm start.`,
    },
    {
      name: undefined,
      keyEnvironment: 'test',
      usageKeys: null,
      account: null,
      stackName: stack.stack_name,
      logFolder: join(dataDirectory, 'logs'),
    },
  );
}

/** Returns whether there is an answer from an endpoint, whatever the answer is. */
const answers = (endpoint: string): Promise<boolean> =>
  fetch(endpoint, { signal: AbortSignal.timeout(3000) }).then(
    () => true,
    () => false,
  );

async function connectTo(stage: string): Promise<Stage> {
  const stackName = stackNameOf({ stage });
  const outputs = await stackOutputs(stackName);
  return open(outputs, {
    name: stage,
    keyEnvironment: 'live',
    usageKeys: usageKeysOf({ stage, usagePlanId: outputIn(outputs)('UsagePlanId') }),
    account: accountNeedsOf(outputs),
    stackName,
    logFolder: null,
  });
}

function accountNeedsOf({ find }: Outputs): AccountNeeds {
  const mailFrom = find('MailFrom');
  return {
    mailFrom: mailFrom === 'none' ? null : mailFrom,
    hasUserPool: find('UserPoolId') !== undefined,
    topics: { urgent: find('PageTopicArn'), ticket: find('TicketTopicArn') },
  };
}

interface Outputs {
  find(name: string): string | undefined;
  /** Returns the sentence about an output that is missing. */
  lacks(name: string): string;
}

/** Returns a function that returns an output, or throws a Refusal if it is missing. */
const outputIn =
  ({ find, lacks }: Outputs) =>
  (name: string): string => {
    const value = find(name);
    if (value === undefined) throw new Refusal(lacks(name));
    return value;
  };

function open(
  outputs: Outputs,
  given: Pick<Stage, 'name' | 'keyEnvironment' | 'usageKeys' | 'account' | 'stackName' | 'logFolder'>,
): Stage {
  const output = outputIn(outputs);
  const baseUrl = output('ApiUrl');
  const retainsData = outputs.find('RetainData');
  const longestKeyLifeDays = output('LongestKeyLifeDays');
  Object.assign(process.env, {
    [environmentNames.serviceBaseUrl]: baseUrl,
    [environmentNames.activityDays]: output('ActivityDays'),
    // The lives of sessions were not settings before release 1.1.0.
    [environmentNames.sessionHours]: outputs.find('SessionHours') ?? '168',
    [environmentNames.sessionIdleHours]: outputs.find('SessionIdleHours') ?? '12',
    // Stages had no search before release 1.1.0.
    [environmentNames.searchEndpoints]: listIn(outputs.find('SearchEndpoints') ?? 'none').join(','),
    ...Object.fromEntries(
      (Object.entries(storeOutputs) as [StoreVariable, string][]).map(([variable, name]) => [
        environmentNames[variable],
        output(name),
      ]),
    ),
  });
  return {
    ...given,
    baseUrl,
    longestKeyLifeDays: longestKeyLifeDays === 'none' ? null : Number(longestKeyLifeDays),
    staffEmailDomains: listIn(output('StaffEmailDomains')),
    // Stages could not list their staff before release 1.1.0.
    staffEmails: listIn(outputs.find('StaffEmails') ?? 'none'),
    retainsData: retainsData === undefined ? null : retainsData === 'true',
  };
}

const listIn = (output: string): string[] => (output === 'none' ? [] : output.split(','));

async function stackOutputs(StackName: string): Promise<Outputs> {
  const cloudFormation = new CloudFormationClient();
  const stack = await findStack(StackName, cloudFormation);
  if (!stack) {
    const region = await cloudFormation.config.region();
    throw new Refusal(`There is no stack ${StackName} in this AWS account in ${region}.`);
  }
  return {
    find: (name) => stack.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue,
    lacks: (name) =>
      `The stack ${StackName} has no output ${name}: deploy this version of the service first.`,
  };
}

/** Returns a stack in any state; undefined when there is none, or it has been deleted. */
export const findStack = (
  StackName: string,
  cloudFormation = new CloudFormationClient(),
): Promise<Stack | undefined> =>
  cloudFormation.send(new DescribeStacksCommand({ StackName })).then(
    ({ Stacks }) => Stacks?.[0],
    (error: unknown) => {
      if (!isNoSuchStack(error)) throw error;
      return undefined;
    },
  );

/** CloudFormation has no error type for this: https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_DescribeStacks.html */
const isNoSuchStack = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ValidationError' && error.message.includes('does not exist');
