import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { run } from '../../../infra/admin/program.ts';
import { callJson } from '../../../infra/local/awsJson.ts';
import { type LocalStack, localStackFile } from '../../../infra/local/seed.ts';
import { type Stores, startStores } from '../../../infra/local/stores.ts';
import { localStack, TableName, tableInput } from './localStack.ts';

export const baseUrl = 'http://localhost:3000';
const region = 'us-east-1';
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** The command line as an operator sees it, and what is behind it. */
export interface Operator {
  /** Runs a command. `json` reads what it printed; `record` and `rows` are that, with `--json` given. */
  admin(...argv: string[]): Promise<Outcome>;
  record(...argv: string[]): Promise<Record<string, string>>;
  rows(...argv: string[]): Promise<Record<string, unknown>[]>;
  /** Everything in the table, for a test that says nothing changed. */
  everything(): Promise<unknown[]>;
  createTable(): Promise<void>;
  deleteTable(): Promise<void>;
  /** What a stack would say of where everything is. */
  outputs(): Readonly<Record<string, string>>;
  /** Calls an action of SQS. */
  sqs(action: string, input: object): Promise<unknown>;
  /** Takes all messages off the queue of an output, such as `EventsQueueUrl`, for good. */
  take(output: string): Promise<unknown[]>;
  /** Epoch milliseconds; what the commands take the time from. */
  clock: { now: number };
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * An operator of a stage with nothing in it, for the tests of one file: the AWS SDK's clients keep its endpoints. `before`
 * goes in front of every command.
 */
export function operator(...before: string[]): Operator {
  const clock = { now: Date.UTC(2030, 0, 1) };
  const env: Record<string, string> = {};
  const stage: { open?: OpenStage } = {};
  const open = (): OpenStage => {
    if (!stage.open) throw new Error('the stage is not open yet');
    return stage.open;
  };

  const admin = async (...argv: string[]): Promise<Outcome> => {
    const outcome = { stdout: '', stderr: '' };
    const sink = (name: 'stdout' | 'stderr') => ({
      write: (text: string) => {
        outcome[name] += text;
      },
    });
    const code = await run([...before, ...argv], {
      stdout: sink('stdout'),
      stderr: sink('stderr'),
      env,
      now: () => clock.now,
    });
    return { code, ...outcome };
  };
  const json = async (...argv: string[]) => {
    const { code, stdout, stderr } = await admin(...argv, '--json');
    if (code !== 0) throw new Error(`${argv.join(' ')} answered ${code}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const sqs = (action: string, input: object) => callJson(open().stores.sqs, action, input);

  beforeAll(async () => {
    stage.open = await openStage();
    const { directory, stores, outputs } = stage.open;
    const { dynamodb, sqs, kms } = stores.endpoints;
    const stack: LocalStack = { base_url: baseUrl, table_name: TableName, dynamodb, sqs, kms, outputs };
    await writeFile(join(directory, localStackFile), JSON.stringify(stack));
    env.DATA_DIR = directory;
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
      AWS_ENDPOINT_URL_SQS: sqs,
      AWS_ENDPOINT_URL_KMS: kms,
    });
  }, 30_000);
  afterAll(() => stage.open?.close());

  return {
    admin,
    record: json,
    rows: json,
    everything: async () => (await open().client.send(new ScanCommand({ TableName }))).Items ?? [],
    createTable: async () => {
      await open().client.send(new CreateTableCommand(tableInput));
    },
    deleteTable: async () => {
      await open().client.send(new DeleteTableCommand({ TableName }));
    },
    outputs: () => open().outputs,
    sqs,
    take: async (output) => {
      const QueueUrl = open().outputs[output];
      const bodies: unknown[] = [];
      for (;;) {
        const request = { QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 };
        const { Messages = [] } = (await sqs('ReceiveMessage', request)) as Received;
        if (Messages.length === 0) return bodies;
        for (const { Body, ReceiptHandle } of Messages) {
          bodies.push(JSON.parse(Body));
          await sqs('DeleteMessage', { QueueUrl, ReceiptHandle });
        }
      }
    },
    clock,
  };
}

interface Received {
  readonly Messages?: readonly { readonly Body: string; readonly ReceiptHandle: string }[];
}

interface OpenStage {
  readonly directory: string;
  readonly stores: Stores;
  readonly outputs: Readonly<Record<string, string>>;
  readonly client: DynamoDBClient;
  close(): Promise<void>;
}

async function openStage(): Promise<OpenStage> {
  const directory = await mkdtemp(join(tmpdir(), 'admin-'));
  const stores = await startStores({ dataDirectory: directory, region, credentials });
  const stack = localStack(stores.endpoints.sqs);
  await stores.provision(stack);
  const client = new DynamoDBClient({ endpoint: stores.endpoints.dynamodb, region, credentials });
  return {
    directory,
    stores,
    outputs: { ...stack.outputs, ApiUrl: baseUrl },
    client,
    close: async () => {
      client.destroy();
      await stores.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** An address that no other test uses. */
export const someEmail = (): string => `${crypto.randomUUID()}@example.com`;

/** A person, and an organization of theirs. */
export async function founded({
  record,
}: Operator): Promise<{ email: string; user: string; organization: string }> {
  const email = someEmail();
  const user = await record('users', 'create', email, '--name', 'Ada Lovelace');
  const organization = await record('organizations', 'create', 'Example Ltd', '--owner', email);
  return { email, user: user.id ?? '', organization: organization.id ?? '' };
}

/** A person who is in the organization, with the role. */
export async function joined({ record }: Operator, organization: string, role = 'member'): Promise<string> {
  const email = someEmail();
  await record('users', 'create', email, '--name', 'Grace Hopper');
  await record('members', 'add', email, '--organization', organization, '--role', role);
  return email;
}
