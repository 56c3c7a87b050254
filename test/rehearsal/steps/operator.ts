import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient, RestoreTableToPointInTimeCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { query } from '../account.ts';
import { documentIsReady, registerEndpoint, upload } from '../client.ts';
import { earlierTable, operatorPolicy } from '../operatorPolicy.ts';
import { needed, type Rehearsal } from '../rehearsal.ts';

const key = z.looseObject({ api_key: z.string() });

/** Follows infra/README.md, "First person and key", as an IAM user with the permissions in infra/docs/operatorPermissions.md. */
export async function issueFirstKey(rehearsal: Rehearsal): Promise<string> {
  const user = { UserName: 'operator' };
  await query('iam', { Action: 'CreateUser', ...user });
  await query('iam', {
    Action: 'PutUserPolicy',
    ...user,
    PolicyName: 'operator',
    PolicyDocument: JSON.stringify(await operatorPolicy(rehearsal)),
  });
  const made = await query('iam', { Action: 'CreateAccessKey', ...user });
  const inside = (tag: string) => new RegExp(`<${tag}>([^<]+)</${tag}>`).exec(made)?.[1] ?? '';
  rehearsal.operator = { accessKeyId: inside('AccessKeyId'), secretAccessKey: inside('SecretAccessKey') };

  const ada = 'ada@example.com';
  await rehearsal.admin('users', 'create', ada, '--name', 'Ada Lovelace');
  await rehearsal.admin('organizations', 'create', 'Example Ltd', '--owner', ada);
  const issued = await rehearsal.admin('keys', 'issue', ada, '--name', 'first key');
  const { api_key: apiKey } = z.parse(key, issued);

  const began = performance.now();
  rehearsal.first = { apiKey, documentId: await upload(rehearsal, apiKey, 'First document') };
  await documentIsReady(rehearsal, rehearsal.first.documentId);
  return `its document is ready after ${Math.round((performance.now() - began) / 1000)} s`;
}

const checks = z.array(z.object({ check: z.string(), state: z.string(), detail: z.string() }));

/** Runs the operators' `doctor` on a healthy stage. A problem that it finds is a fault of the command. */
export async function examine(rehearsal: Rehearsal): Promise<string> {
  const found = z.parse(checks, await rehearsal.admin('doctor'));
  const saying = (states: readonly string[]) =>
    found
      .filter(({ state }) => states.includes(state))
      .map(({ check, state, detail }) => `${check} is ${state}: ${detail}`);
  const wrong = saying(['problem']);
  // The stage of the rehearsal is deleted with its data, which its name does not suggest, and nobody is told of its alarms.
  const expected = [
    'data is problem: npx cdk destroy deletes the data',
    'subscribers is problem: nobody is told',
  ];
  if (wrong.length !== expected.length || !expected.every((start, index) => wrong[index]?.startsWith(start)))
    throw new Error(wrong.join('\n'));
  return ['nothing is wrong', ...saying(['not checked'])].join('; ');
}

const list = z.array(z.looseObject({ id: z.string() }));
const deliveries = z.array(z.looseObject({ event_id: z.string() }));

/**
 * Runs the operators' commands on a stage with a person, a document and an endpoint. The IAM user has the permissions of the table in
 * infra/docs/operatorPermissions.md, and none of the commands may be refused. The emulator does not support redriving
 * (ListMessageMoveTasks).
 */
export async function operate(rehearsal: Rehearsal): Promise<string> {
  let commands = 0;
  const admin = (...parameters: readonly string[]): Promise<unknown> => {
    commands += 1;
    return rehearsal.admin(...parameters);
  };
  const [organization] = z.parse(list, await admin('organizations', 'list'));
  const { id: organizationId } = needed(organization, 'organization');
  const inside = ['--organization', organizationId];
  const { documentId } = needed(rehearsal.first, 'the first document');
  const grace = 'grace@example.com';

  await admin('documents', 'list', ...inside);
  await admin('documents', 'show', documentId);
  await admin('users', 'create', grace, '--name', 'Grace Hopper');
  await admin('users', 'list');
  await admin('users', 'show', grace);
  await admin('users', 'rebind', '--yes', grace);
  await admin('users', 'quotas', grace, '--organizations', '5');
  await admin('organizations', 'list', '--deleted');
  await admin('organizations', 'restore', organizationId);
  await admin('organizations', 'show', organizationId);
  await admin('organizations', 'quotas', organizationId, '--documents', '2000');
  await admin('members', 'add', grace, ...inside);
  await admin('members', 'set-role', '--yes', grace, 'admin', ...inside);
  await admin('members', 'list', ...inside);
  await admin('service-accounts', 'create', 'Archive', ...inside);
  await admin('service-accounts', 'list');
  await admin('policies', 'create', 'Retention', ...inside);
  const [policy] = z.parse(list, await admin('policies', 'list', ...inside));
  const { id: policyId } = needed(policy, 'policy');
  await admin('policies', 'show', policyId);
  await admin('policies', 'attach', policyId, documentId);
  await admin('policies', 'detach', '--yes', policyId, documentId);
  await admin('keys', 'issue', grace, '--name', 'second key');
  await admin('keys', 'list', '--older-than', '1d');
  const [key] = z.parse(list, await admin('keys', 'list', grace));
  const { id: keyId } = needed(key, 'key');
  await admin('keys', 'show', keyId);
  await admin('keys', 'expire', keyId, '30m');
  await admin('keys', 'revoke', '--yes', keyId);
  await admin('sessions', 'create', grace, ...inside);
  await admin('sessions', 'list', grace);
  await admin('sessions', 'revoke', '--yes', grace, '--all');

  const endpoint = await registerEndpoint(rehearsal);
  await admin('webhooks', 'list', ...inside);
  await admin('webhooks', 'show', endpoint);
  const attempted = await admin('webhooks', 'test', endpoint, '--wait').catch((error) => error);
  if (!String(attempted).includes('The attempt failed')) throw attempted;
  const [delivery] = z.parse(deliveries, await admin('webhooks', 'deliveries', endpoint));
  const { event_id } = needed(delivery, 'delivery');
  await admin('webhooks', 'attempts', endpoint, event_id, '--bodies');
  await admin('webhooks', 'rotate-secret', endpoint);
  await admin('webhooks', 'disable', '--yes', endpoint);
  await admin('webhooks', 'enable', endpoint, '--as', grace);
  await admin('webhooks', 'resend-since', endpoint, '1d');
  await admin('webhooks', 'delete', '--yes', endpoint);

  await admin('users', 'disable', '--yes', grace);
  await admin('users', 'enable', grace);
  await admin('members', 'remove', '--yes', grace, '--revoke-keys', ...inside);
  await admin('users', 'erase', grace, '--yes');
  await admin('mail', 'allow', grace);
  await admin('queues', 'list');

  await new DynamoDBClient().send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: await rehearsal.output('TableName'),
      TargetTableName: earlierTable,
      UseLatestRestorableTime: true,
    }),
  );
  await admin('restore', 'document', documentId, '--from-table', earlierTable);
  await admin('restore', 'check', '--deep');
  await admin('restore', 'repair', '--remove-orphans', '--yes');

  const folder = join(rehearsal.folder, 'exported');
  await rm(folder, { recursive: true, force: true });
  await admin('organizations', 'export', organizationId, '--output', folder);
  return `${commands} commands, none refused`;
}
