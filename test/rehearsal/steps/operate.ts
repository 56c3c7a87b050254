import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient, RestoreTableToPointInTimeCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { registerEndpoint } from '../client.ts';
import { earlierTable } from '../operatorPolicy.ts';
import { needed, type Rehearsal } from '../rehearsal.ts';

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
