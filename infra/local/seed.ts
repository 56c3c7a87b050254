import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Credentials, createActors } from './actors.ts';

export interface SeedOptions {
  readonly baseUrl: string;
  readonly dataDirectory: string;
  readonly resources: { readonly tableName: string; readonly bucketName: string };
  readonly endpoints: { readonly dynamodb: string; readonly s3: string; readonly sqs: string };
}

/**
 * Fills an empty local stage with an organization, people of every role, their API keys and some policies, and writes
 * `credentials.json`. On later starts everything stays as it is; only the base URL is brought up to date.
 */
export async function seed(options: SeedOptions): Promise<void> {
  const path = join(options.dataDirectory, 'credentials.json');
  const existing = await readFile(path, 'utf8').catch(() => undefined);
  const credentials: Credentials =
    existing === undefined
      ? await createActors(options.baseUrl, options.resources.tableName, options.endpoints.dynamodb)
      : JSON.parse(existing);
  credentials.base_url = options.baseUrl;
  await writeWhole(path, credentials);
  const stack: LocalStack = {
    base_url: options.baseUrl,
    table_name: options.resources.tableName,
    dynamodb: options.endpoints.dynamodb,
  };
  await writeWhole(join(options.dataDirectory, localStackFile), stack);
}

/** Where the operator's command line finds the stores of the local stage, in the data directory. */
export const localStackFile = 'stack.json';
export interface LocalStack {
  readonly base_url: string;
  readonly table_name: string;
  /** The endpoint of the local DynamoDB. */
  readonly dynamodb: string;
}

/** Readers see the old file or the new one, never half of it. Readable by this user only: it holds secrets. */
async function writeWhole(path: string, content: object): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
