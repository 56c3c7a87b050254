import { permissions } from '../../../shared/contract/permissions.ts';
import type { ApiKeyItem } from '../../../shared/data/callers/apiKeys.ts';
import type { Admin, AdminCommand } from '../commandLine/admin.ts';
import * as args from '../commandLine/arguments.ts';
import { recordsOfKeyUpdate } from '../commandLine/recording.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { issueKey } from './issueKey.ts';
import { changeKey, expiryOf, keyBlanks, presentKey } from './keyRecords.ts';
import { listKeys } from './listKeys.ts';
import { revokeKey } from './revokeKey.ts';

const exampleKey = '6f1c2b9e-4d0a-4c57-9f0e-2b7d5a1c8e34';
const key = ['<key>', 'its id, or the whole key', args.keyReference] as const;

export function addKeys(program: AdminCommand): void {
  const keys = program.subcommand('keys', 'API keys of people and service accounts');

  keys
    .subcommand('issue', 'Issue an API key. It is shown this once: the service keeps a hash of it.')
    .argument('<owner>', 'whom it acts as: id or e-mail address', args.callerReference)
    .option('--name <name>', 'what its owner calls it', args.name, 'unnamed')
    .option(
      '--organization <id>',
      'where it acts (default: where its owner is now; without one, outside of any and in one that they found)',
      args.organizationReference,
    )
    .option(
      '--permissions <list>',
      'what it may do at most, separated by commas (default: all its owner may)',
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
    .subcommand(
      'list',
      'Keys with their age and last use, oldest first, the expired and revoked ones included.',
    )
    .argument('[owner]', 'whose: id or e-mail address (default: all there are)', args.callerReference)
    .option(
      '--older-than <time>',
      'active keys that were issued so long ago: 90d, or a date-time',
      args.since,
    )
    .option(
      '--unused-for <time>',
      'active keys that were not used for so long: 30d, or since a date-time; longest unused first',
      args.since,
    )
    .more(`
A last use is recorded to the hour. One that was never used counts as unused since it was issued.
Where the stage has a longest life for keys, "ends at" says when each ends.`)
    .examples(
      'keys list ada@example.com',
      'keys list --older-than 90d',
      'npm run --silent admin -- keys list --unused-for 30d --json',
    )
    .runs(listKeys);

  keys
    .subcommand('revoke', 'End a key for good. It stops working within 30 seconds.')
    .argument(...key)
    .examples(`keys revoke ${exampleKey}`)
    .runs(revokeKey);

  keys
    .subcommand('expire', 'Say when a key ends; "never" takes that back.')
    .argument(...key)
    .argument('<when>', '30m, 12h, 90d, a date-time, or never', args.whenOrNever)
    .examples(`keys expire ${exampleKey} 7d`, `keys expire ${exampleKey} never`)
    .runs(expire);
}

async function expire({ stage, output, now }: Admin, uuid: string, when: args.Moment | null): Promise<void> {
  const expired = (key: ApiKeyItem): ApiKeyItem => {
    if (key.revoked_at !== null) throw new Refusal(`The key ${uuid} was revoked at ${key.revoked_at}.`);
    const expiry = { parameter: '<when>', when, created_at: key.created_at };
    return { ...key, expires_at: expiryOf(expiry, stage, now) };
  };
  const changed = await changeKey(uuid, expired, recordsOfKeyUpdate);
  output.record(presentKey(changed, stage, now), keyBlanks);
}
