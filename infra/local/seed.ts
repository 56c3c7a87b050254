import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../host/wholeFile.ts';
import type { Credentials } from './actors.ts';

export interface SeedOptions {
  readonly baseUrl: string;
  readonly dataDirectory: string;
  readonly resources: { readonly tableName: string; readonly bucketName: string };
  readonly endpoints: Readonly<Record<'dynamodb' | 's3' | 'sqs' | 'kms', string>>;
  /** The template's outputs by their keys. */
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * Fills an empty local stage with an organization, people of every role, their API keys and some policies, and writes
 * `credentials.json`. On later starts everything stays as it is; only the base URL is brought up to date.
 */
export async function seed(options: SeedOptions): Promise<void> {
  const path = join(options.dataDirectory, 'credentials.json');
  const existing = await readFile(path, 'utf8').catch(() => undefined);
  const credentials: Credentials =
    existing === undefined ? await createCredentials(options) : JSON.parse(existing);
  credentials.base_url = options.baseUrl;
  writeJson(path, credentials);
  const stack: LocalStack = {
    base_url: options.baseUrl,
    table_name: options.resources.tableName,
    dynamodb: options.endpoints.dynamodb,
    sqs: options.endpoints.sqs,
    kms: options.endpoints.kms,
    outputs: options.outputs,
  };
  writeJson(join(options.dataDirectory, localStackFile), stack);
}

/** Later starts do without what it takes to write to the table, and without the time to load it. */
async function createCredentials({ baseUrl, resources, endpoints }: SeedOptions): Promise<Credentials> {
  const { createActors } = await import('./actors.ts');
  return createActors(baseUrl, resources.tableName, endpoints.dynamodb);
}

/** Where the operator's command line finds the stores of the local stage, in the data directory. */
export const localStackFile = 'stack.json';
export interface LocalStack {
  readonly base_url: string;
  readonly table_name: string;
  /** The endpoints of the local stores. */
  readonly dynamodb: string;
  readonly sqs: string;
  readonly kms: string;
  /** What a deployed stack's outputs are, by their keys. Those that have no value on this machine are left out. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** Readable by this user only: it holds secrets. */
const writeJson = (path: string, content: object): void =>
  writeWhole(path, `${JSON.stringify(content, null, 2)}\n`);
