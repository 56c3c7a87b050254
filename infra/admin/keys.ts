import type { Command } from 'commander';
import { permissions } from '../../shared/contract/permissions.ts';
import type { Admin } from './admin.ts';
import * as args from './arguments.ts';
import { type IssueOptions, issueKey } from './issueKey.ts';
import { existingKey, expiryOf, keyBlanks, presentKey } from './keyRecords.ts';
import { existingCaller } from './lookups.ts';
import { Refusal } from './refusal.ts';
import { revokeKey } from './revokeKey.ts';

const exampleKey = '6f1c2b9e-4d0a-4c57-9f0e-2b7d5a1c8e34';
const key = ['<key>', 'its id, or the whole key', args.keyReference] as const;

export function addKeys(program: Command, admin: Admin): void {
  const keys = program
    .command('keys')
    .description('API keys of people and service accounts')
    .helpCommand(false);

  keys
    .command('issue')
    .description('Issue an API key. It is shown this once: the service keeps a hash of it.')
    .argument('<owner>', 'whom it acts as: id or e-mail address', args.callerReference)
    .option('--name <name>', 'what its owner calls it', args.name, 'unnamed')
    .option(
      '--organization <id>',
      'where it acts (default: where its owner is now, or whatever they join first)',
      args.organizationReference,
    )
    .option(
      '--permissions <list>',
      'what it may do at most, separated by commas (default: all its owner may)',
      args.permissionList,
    )
    .option('--expires <when>', '30m, 12h, 90d or a date-time (default: never)', args.when)
    .addHelpText(
      'after',
      `
Permissions: ${permissions.join(', ')}.

Examples:
  npm run admin -- keys issue ada@example.com --name laptop --expires 90d
  npm run admin -- keys issue svc_01j9zq4t8w3v5x7y9a1c2d3e4f --name nightly --permissions document#read,document#write
  KEY=$(npm run --silent admin -- keys issue ada@example.com --json | node -p 'JSON.parse(fs.readFileSync(0)).api_key')`,
    )
    .action((owner: args.CallerReference, options: IssueOptions) => issueKey(admin, owner, options));

  keys
    .command('list')
    .description(
      'The keys of a person or service account, oldest first, the expired and revoked ones included.',
    )
    .argument('<owner>', 'id or e-mail address', args.callerReference)
    .addHelpText('after', '\nExample:\n  npm run admin -- keys list ada@example.com')
    .action((owner: args.CallerReference) => listKeys(admin, owner));

  keys
    .command('revoke')
    .description('End a key for good. It stops working within 30 seconds.')
    .argument(...key)
    .addHelpText('after', `\nExample:\n  npm run admin -- keys revoke ${exampleKey}`)
    .action((uuid: string) => revokeKey(admin, uuid));

  keys
    .command('expire')
    .description('Say when a key ends; "never" takes that back.')
    .argument(...key)
    .argument('<when>', '30m, 12h, 90d, a date-time, or never', args.whenOrNever)
    .addHelpText(
      'after',
      `\nExamples:\n  npm run admin -- keys expire ${exampleKey} 7d\n  npm run admin -- keys expire ${exampleKey} never`,
    )
    .action((uuid: string, when: args.When | null) => expireKey(admin, uuid, when));
}

async function listKeys(admin: Admin, reference: args.CallerReference): Promise<void> {
  const { data } = await admin.connect();
  const owner = await existingCaller(data, reference);
  const keys = await data.listApiKeys(owner.id);
  admin.output().list(
    'API keys',
    keys.map((one) => presentKey(one, admin.now())),
    {
      columns: ['id', 'name', 'status', 'organization_id', 'permissions', 'created_at', 'expires_at'],
      blanks: keyBlanks,
    },
  );
}

async function expireKey(admin: Admin, uuid: string, when: args.When | null): Promise<void> {
  const expires_at = expiryOf('<when>', when, admin.now());
  const { data } = await admin.connect();
  const changed = await data.retryOnConflict(async () => {
    const found = await existingKey(data, uuid);
    if (found.revoked_at !== null) throw new Refusal(`The key ${uuid} was revoked at ${found.revoked_at}.`);
    const next = { ...found, expires_at };
    await data.commit(data.replaceApiKey(next));
    return next;
  });
  admin.output().record(presentKey(changed, admin.now()), keyBlanks);
}
