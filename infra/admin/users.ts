import type { Command } from 'commander';
import type { CallerItem } from '../../shared/data/callers.ts';
import type { Admin } from './admin.ts';
import { type CallerReference, callerReference, emailAddress, name } from './arguments.ts';
import { keyStatus } from './keyRecords.ts';
import { existingUser } from './lookups.ts';
import { Refusal } from './refusal.ts';
import type { Data } from './stage.ts';

export function addUsers(program: Command, admin: Admin): void {
  const users = program.command('users').description('people').helpCommand(false);

  users
    .command('create')
    .description('Add a person. They belong to no organization yet.')
    .argument('<email>', 'their e-mail address, which nobody else has', emailAddress)
    .requiredOption('--name <name>', 'the name that others see', name)
    .option('--given-name <name>', 'their given name', name)
    .option('--family-name <name>', 'their family name', name)
    .addHelpText(
      'after',
      `
An address in one of the stage's staffEmailDomains makes the person service staff, who may act in every organization.

Examples:
  npm run admin -- users create ada@example.com --name "Ada Lovelace"
  npm run admin -- users create ada@example.com --name Ada --given-name Ada --family-name Lovelace --json`,
    )
    .action((email: string, options: Names) => createUser(admin, email, options));

  users
    .command('list')
    .description('All people, oldest first.')
    .addHelpText('after', '\nExample:\n  npm run --silent admin -- users list --json')
    .action(() => listUsers(admin));

  users
    .command('show')
    .description('One person, and what they have.')
    .argument('<user>', 'id or e-mail address', callerReference)
    .addHelpText('after', '\nExample:\n  npm run admin -- users show ada@example.com')
    .action((user: CallerReference) => showUser(admin, user));
}

interface Names {
  readonly name: string;
  readonly givenName?: string;
  readonly familyName?: string;
}

async function createUser(admin: Admin, email: string, names: Names): Promise<void> {
  const { data } = await admin.connect();
  const user = await data.retryOnConflict(async () => {
    const other = await data.findUserByEmail(email);
    if (other)
      throw new Refusal(`The e-mail address ${email} is already used, by ${other.id} (${other.name}).`);
    const created: CallerItem = {
      id: data.newId('user'),
      type: 'user_account',
      name: names.name,
      email,
      given_name: names.givenName ?? null,
      family_name: names.familyName ?? null,
      current_organization_id: null,
      revision: 1,
    };
    await data.commit(...data.createCaller(created));
    return created;
  });
  admin.output().record(presentUser(data, user));
}

async function listUsers(admin: Admin): Promise<void> {
  const { data } = await admin.connect();
  const users = (await data.listCallers()).filter(({ type }) => type === 'user_account');
  admin.output().list(
    'users',
    users.map((user) => presentUser(data, user)),
    { columns: ['id', 'email', 'name', 'current_organization_id', 'created_at'] },
  );
}

async function showUser(admin: Admin, reference: CallerReference): Promise<void> {
  const { data } = await admin.connect();
  const user = await existingUser(data, reference);
  const [identity, keys, sessions] = await Promise.all([
    data.getIdentity(user.id, user.current_organization_id, user.current_organization_id),
    data.listApiKeys(user.id),
    data.listSessions(user.id),
  ]);
  const now = admin.now();
  admin.output().record({
    ...presentUser(data, user),
    role: identity?.role ?? null,
    active_keys: keys.filter((key) => keyStatus(key, now) === 'active').length,
    active_sessions: sessions.filter((session) => session.expires_at_seconds * 1000 > now).length,
  });
}

const presentUser = (data: Data, user: CallerItem) => ({
  id: user.id,
  email: user.email,
  name: user.name,
  given_name: user.given_name,
  family_name: user.family_name,
  current_organization_id: user.current_organization_id,
  created_at: data.createdAt(user.id),
});
