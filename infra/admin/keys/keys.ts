import { permissions } from '../../../shared/contract/permissions.ts';
import { type ApiKeyItem, apiKeyIdOf } from '../../../shared/data/callers/apiKeys.ts';
import type { Admin, AdminCommand } from '../commandLine/admin.ts';
import * as args from '../commandLine/arguments.ts';
import { recordsOfKeyUpdate } from '../commandLine/recording.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { issueKey } from './issueKey.ts';
import { changeKey, expiryOf, keyBlanks, presentKey } from './keyRecords.ts';
import { listKeys } from './listKeys.ts';
import { revokeKey } from './revokeKey.ts';
import { showKey } from './showKey.ts';

const exampleKey = 'key_3f3gnswkad9hbk0kjqfkm8e7hm';
const key = ['<key>', 'its id (key_...), or its name in logs (key:...)', args.keyReference] as const;

export function addKeys(program: AdminCommand): void {
  const keys = program.subcommand('keys', 'API keys of people and service accounts');

  keys
    .subcommand('issue', 'Issue an API key. It is shown only once: the service stores only a hash of it.')
    .argument(
      '<owner>',
      'the user or service account that the key acts as: id or e-mail address',
      args.callerReference,
    )
    .option('--name <name>', 'the name of the key', args.name, 'unnamed')
    .option(
      '--organization <id>',
      "where it acts (default: its owner's current organization; if there is none, outside of any, and in organizations that the owner founds)",
      args.organizationReference,
    )
    .option(
      '--permissions <list>',
      'its permissions, separated by commas (default: all of its owner)',
      args.permissionList,
    )
    .option(
      '--expires <when>',
      "30m, 12h, 90d or a date-time (default: never, or the stage's longest life)",
      args.when,
    )
    .more(`Permissions: ${permissions.join(', ')}.`)
    .examples(
      'keys issue ada@example.com --name laptop --expires 90d',
      'keys issue svc_01j9zq4t8w3v5x7y9a1c2d3e4f --name nightly --permissions document#read,document#write',
      "KEY=$(npm run --silent admin -- keys issue ada@example.com --json | node -p 'JSON.parse(fs.readFileSync(0)).api_key')",
    )
    .runs(issueKey);

  keys
    .subcommand('list', 'Keys with their age and last use, oldest first, also expired and revoked ones.')
    .argument('[owner]', 'their owner: id or e-mail address (default: all keys)', args.callerReference)
    .option(
      '--older-than <time>',
      'active keys that were issued before then: 90d (ago), or a date-time',
      args.since,
    )
    .option(
      '--unused-for <time>',
      'active keys without a use since then: 30d (ago), or a date-time; longest unused first',
      args.since,
    )
    .more(`
The service records the hour of the last use. A key that was never used counts as unused since it was issued.
If the stage has a longest life for keys, "ends at" shows when each key ends.`)
    .examples(
      'keys list ada@example.com',
      'keys list --older-than 90d',
      'npm run --silent admin -- keys list --unused-for 30d --json',
    )
    .runs(listKeys);

  keys
    .subcommand('show', 'One key: its owner, organization, permissions, end and last use.')
    .argument(
      '<key>',
      'its id (key_...), its name in logs (key:...), or the beginning of a key (dgs_live_...)',
      args.keyOrBeginning,
    )
    .more(`
It never needs the secret: the first 35 characters of a key name it. From a shorter beginning the command finds the key by reading all
keys.`)
    .examples(`keys show ${exampleKey}`, 'keys show dgs_live_3f3gnswk')
    .runs(showKey);

  keys
    .subcommand('revoke', 'End a key for good. It stops working within 30 seconds.')
    .argument(...key)
    .asksFirst()
    .examples(`keys revoke ${exampleKey}`)
    .runs(revokeKey);

  keys
    .subcommand('expire', 'Set the time at which a key ends, or remove it with "never".')
    .argument(...key)
    .argument('<when>', '30m, 12h, 90d, a date-time, or never', args.whenOrNever)
    .examples(`keys expire ${exampleKey} 7d`, `keys expire ${exampleKey} never`)
    .runs(expire);
}

async function expire({ stage, output, now }: Admin, uuid: string, when: args.Moment | null): Promise<void> {
  const expired = (key: ApiKeyItem): ApiKeyItem => {
    if (key.revoked_at !== null)
      throw new Refusal(`The key ${apiKeyIdOf(key)} was revoked at ${key.revoked_at}.`);
    const expiry = { parameter: '<when>', when, created_at: key.created_at };
    return { ...key, expires_at: expiryOf(expiry, stage, now) };
  };
  const changed = await changeKey(uuid, expired, recordsOfKeyUpdate);
  output.record(presentKey(changed, stage, now), keyBlanks);
}
