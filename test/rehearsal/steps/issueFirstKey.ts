import * as z from 'zod/mini';
import { query } from '../account.ts';
import { documentIsReady, upload } from '../client.ts';
import { operatorPolicy } from '../operatorPolicy.ts';
import type { Rehearsal } from '../rehearsal.ts';

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
