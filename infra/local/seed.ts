import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostedStack } from 'assembly-host';
import { writeAtomically } from 'assembly-host/atomicFile';
import { callJson } from 'assembly-host/awsJson';
import { StartupError } from 'assembly-host/startupError';
import * as z from 'zod/mini';
import { formatKey, formatRefusal, storedFormat } from '../../shared/data/table/storedFormat.ts';
import type { Credentials } from './actors.ts';
import type { SamplePolicy } from './samplePolicies.ts';
import type { StackFile } from './stackFile.ts';

/**
 * Fills an empty local stage with an organization, people of every role, their API keys and some policies, and writes `credentials.json`.
 * Later starts only update the base URL. Throws a StartupError for data of another format.
 *
 * @param policies Default: policies without rules
 */
export async function seed(
  { baseUrl, endpoints, credentials: account, name, outputs }: Omit<HostedStack, 'collections'>,
  dataDirectory: string,
  policies?: readonly SamplePolicy[],
): Promise<void> {
  const tableName = outputs.TableName;
  if (tableName === undefined) throw new Error('The stack has no output TableName.');
  const path = join(dataDirectory, credentialsFile);
  const existing = await readFile(path, 'utf8').catch(() => undefined);
  // Reads the table without the code for writing, so that later starts do not have to load it.
  const table = {
    target: 'DynamoDB_20120810',
    endpoint: endpoints.dynamodb,
    region: process.env.AWS_REGION ?? 'us-east-1',
    credentials: account,
  };
  const Key = { pk: { S: formatKey.pk }, sk: { S: formatKey.sk } };
  const { Item } = z.parse(
    marker,
    await callJson(table, 'GetItem', { TableName: tableName, Key, ConsistentRead: true }),
  );
  const format = Item?.format.S;
  if (format === undefined ? existing !== undefined : format !== storedFormat)
    throw new StartupError(`${formatRefusal(format)} The data directory is ${dataDirectory}.`);
  const credentials: Credentials =
    existing === undefined
      ? await (await import('./actors.ts')).createActors(
          baseUrl,
          outputs,
          endpoints.dynamodb,
          account,
          policies,
        )
      : JSON.parse(existing);
  credentials.base_url = baseUrl;
  writeJson(path, credentials);
  const { dynamodb, sqs, kms, s3, cloudwatch, ses } = endpoints;
  const stackFile: StackFile = {
    base_url: baseUrl,
    table_name: tableName,
    stack_name: name,
    dynamodb,
    sqs,
    kms,
    s3,
    cloudwatch,
    ses,
    credentials: { access_key_id: account.accessKeyId, secret_access_key: account.secretAccessKey },
    outputs,
  };
  writeJson(join(dataDirectory, localStackFile), stackFile);
}

/** The item with the table's format, as DynamoDB returns it. */
const marker = z.object({ Item: z.optional(z.object({ format: z.object({ S: z.string() }) })) });

/** The file in the data directory with the credentials of the local people. */
export const credentialsFile = 'credentials.json';

/** The file in the data directory by which the operator's command line finds the stores. */
export const localStackFile = 'stack.json';

/** Writes a file that only this user can read, because its content has secrets. */
const writeJson = (path: string, content: object): void =>
  writeAtomically(path, `${JSON.stringify(content, null, 2)}\n`);
