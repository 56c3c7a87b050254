import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostedStack } from '../host/host.ts';
import { writeWhole } from '../host/wholeFile.ts';
import type { Credentials } from './actors.ts';
import type { StackFile } from './stackFile.ts';

/**
 * Fills an empty local stage with an organization, people of every role, their API keys and some policies, and writes
 * `credentials.json`. On later starts everything stays as it is; only the base URL is brought up to date.
 */
export async function seed(
  { baseUrl, endpoints, credentials: account, name, outputs }: HostedStack,
  dataDirectory: string,
): Promise<void> {
  const tableName = outputs.TableName;
  if (tableName === undefined) throw new Error('The stack has no output TableName.');
  const path = join(dataDirectory, 'credentials.json');
  const existing = await readFile(path, 'utf8').catch(() => undefined);
  const credentials: Credentials =
    existing === undefined
      ? // Later starts do without what it takes to write to the table, and without the time to load it.
        await (await import('./actors.ts')).createActors(baseUrl, tableName, endpoints.dynamodb, account)
      : JSON.parse(existing);
  credentials.base_url = baseUrl;
  writeJson(path, credentials);
  const { dynamodb, sqs, kms, s3, cloudwatch } = endpoints;
  const stackFile: StackFile = {
    base_url: baseUrl,
    table_name: tableName,
    stack_name: name,
    dynamodb,
    sqs,
    kms,
    s3,
    cloudwatch,
    credentials: { access_key_id: account.accessKeyId, secret_access_key: account.secretAccessKey },
    outputs,
  };
  writeJson(join(dataDirectory, localStackFile), stackFile);
}

/** In the data directory. */
export const localStackFile = 'stack.json';

/** Readable by this user only: it holds secrets. */
const writeJson = (path: string, content: object): void =>
  writeWhole(path, `${JSON.stringify(content, null, 2)}\n`);
