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
import { startDynamoDb } from '../../../infra/local/dynamodb/server.ts';
import { type LocalStack, localStackFile } from '../../../infra/local/seed.ts';
import { listIndex, table } from '../../../shared/data/table.ts';

const TableName = 'governance';
export const baseUrl = 'http://localhost:3000';

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
  /** Epoch milliseconds; what the commands take the time from. */
  clock: { now: number };
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * An operator of a stage with nothing in it, for the tests of one file: the table's name is read once a process. `before`
 * goes in front of every command.
 */
export function operator(...before: string[]): Operator {
  const clock = { now: Date.UTC(2030, 0, 1) };
  const env: Record<string, string> = {};
  const stage: { client?: DynamoDBClient; close?: () => Promise<void> } = {};
  const dynamo = (): DynamoDBClient => {
    if (!stage.client) throw new Error('the stage is not open yet');
    return stage.client;
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
  const createTable = async () => {
    await dynamo().send(new CreateTableCommand(tableInput));
  };

  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'admin-'));
    const server = await startDynamoDb({ directory: join(directory, 'dynamodb') });
    const client = new DynamoDBClient({
      endpoint: server.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    stage.client = client;
    stage.close = async () => {
      client.destroy();
      await server.close();
      await rm(directory, { recursive: true });
    };
    const stack: LocalStack = { base_url: baseUrl, table_name: TableName, dynamodb: server.endpoint };
    await writeFile(join(directory, localStackFile), JSON.stringify(stack));
    env.DATA_DIR = directory;
    process.env.AWS_ENDPOINT_URL_DYNAMODB = server.endpoint;
    await createTable();
  });
  afterAll(() => stage.close?.());

  return {
    admin,
    record: json,
    rows: json,
    everything: async () => (await dynamo().send(new ScanCommand({ TableName }))).Items ?? [],
    createTable,
    deleteTable: async () => {
      await dynamo().send(new DeleteTableCommand({ TableName }));
    },
    clock,
  };
}

const tableInput = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST' as const,
  AttributeDefinitions: [table.partitionKey, table.sortKey, listIndex.partitionKey, listIndex.sortKey].map(
    (AttributeName) => ({ AttributeName, AttributeType: 'S' as const }),
  ),
  KeySchema: [
    { AttributeName: table.partitionKey, KeyType: 'HASH' as const },
    { AttributeName: table.sortKey, KeyType: 'RANGE' as const },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: listIndex.name,
      KeySchema: [
        { AttributeName: listIndex.partitionKey, KeyType: 'HASH' as const },
        { AttributeName: listIndex.sortKey, KeyType: 'RANGE' as const },
      ],
      Projection: { ProjectionType: 'ALL' as const },
    },
  ],
};

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
