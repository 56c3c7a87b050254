import { listApiKeys } from '../../../shared/data/callers/apiKeys.ts';
import {
  createCaller,
  findUserByEmail,
  getIdentity,
  isReader,
  listCallers,
  newUser,
  noMereReader,
  provenAt,
  replaceCaller,
} from '../../../shared/data/callers/callers.ts';
import { unbindIdentity } from '../../../shared/data/callers/identities.ts';
import { bookkeeping, writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import type { Admin, AdminCommand } from '../commandLine/admin.ts';
import { type CallerReference, emailAddress, name, quota, userArgument } from '../commandLine/arguments.ts';
import { existingUser, knownUser, labelOf } from '../commandLine/lookups.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { eraseUser } from '../erase/eraseUser.ts';
import { keyStatus } from '../keys/keyRecords.ts';
import { addQuotas } from '../organizations/quotas.ts';
import { disableUser, enableUser } from './disableUser.ts';
import { endSessionsOf, openSessions } from './sessionRecords.ts';
import { changeUser, presentUser } from './userRecords.ts';

export function addUsers(program: AdminCommand): void {
  const users = program.subcommand('users', 'people');

  users
    .subcommand('create', 'Add a person. They belong to no organization yet.')
    .argument('<email>', 'their e-mail address, which nobody else has', emailAddress)
    .requiredOption('--name <name>', 'the name that others see', name)
    .option('--given-name <name>', 'their given name', name)
    .option('--family-name <name>', 'their family name', name)
    .more(`
An address in one of the stage's staffEmailDomains makes the person service staff, who may act in every organization.`)
    .examples(
      'users create ada@example.com --name "Ada Lovelace"',
      'users create ada@example.com --name Ada --given-name Ada --family-name Lovelace --json',
    )
    .runs(create);

  users
    .subcommand('list', 'All people, oldest first.')
    .examples('npm run --silent admin -- users list --json')
    .runs(list);

  users
    .subcommand('show', 'One person, and what they have.')
    .argument(...userArgument)
    .examples('users show ada@example.com')
    .runs(show);

  addQuotas(users, {
    description:
      'What a person has stored and may store outside of any organization, and may found. Options change it.',
    argument: userArgument,
    find: async (user) => (await existingUser(user)).id,
    example: 'users quotas ada@example.com',
  }).option(
    '--organizations <count>',
    'how many organizations they may found; default: the quota of the stage',
    quota,
  );

  users
    .subcommand('disable', 'Shut a person out: no key or session of theirs works, and they cannot sign in.')
    .argument(...userArgument)
    .more(`
Nothing they made is lost. Their sessions end for good; their keys work again with: users enable. Webhook endpoints that they
answer for stop and stay so, until somebody else does: webhooks enable`)
    .examples('users disable ada@example.com')
    .runs(disableUser);

  users
    .subcommand('enable', 'Let a person who was disabled in again.')
    .argument(...userArgument)
    .examples('users enable ada@example.com')
    .runs(enableUser);

  users
    .subcommand(
      'erase',
      'Forget who a person is, for good, where they ask for it by law. What must stay, stays without them.',
    )
    .argument(...userArgument)
    .option('--yes', 'do it; without, it says what would be done')
    .more(`
They are shut out, leave their organizations, and their keys, sessions and what they made outside of any organization go. What they
made in organizations stays, by "Erased user": documents, versions, policies attached, events, invitations. It reads the whole
table, twice at least. Can be interrupted and repeated. Not for the last owner of an organization.`)
    .examples('users erase ada@example.com', 'users erase ada@example.com --yes')
    .runs(eraseUser);

  users
    .subcommand(
      'rebind',
      'Forget which account at the identity provider is theirs: the next with their address is.',
    )
    .argument(...userArgument)
    .more(`
A person is bound to the account they first sign in with. Rebind them when they have another by now, at this provider or a
new one, and see first that nobody else has been given their address. Their sessions end.`)
    .examples('users rebind ada@example.com')
    .runs(rebind);
}

interface Names {
  readonly name: string;
  readonly givenName?: string;
  readonly familyName?: string;
}

async function create({ output, now }: Admin, email: string, names: Names): Promise<void> {
  const user = await retryOnConflict(async () => {
    const { name: called, givenName = null, familyName = null } = names;
    const given = { name: called, given_name: givenName, family_name: familyName };
    const other = await findUserByEmail(email);
    if (other && !isReader(other))
      throw new Refusal(`The e-mail address ${email} is already used, by ${other.id} (${other.name}).`);
    const [created] = await writeBookkeeping(
      other
        ? [bookkeeping('account', replaceCaller(provenAt({ ...noMereReader(other), ...given }, now)))]
        : createCaller(newUser({ ...given, email }, now)),
    );
    return created;
  });
  output.record(presentUser(user));
}

async function list({ output }: Admin): Promise<void> {
  const users = (await listCallers()).filter(({ type }) => type === 'user_account');
  output.list('users', users.map(presentUser), {
    columns: ['id', 'email', 'name', 'current_organization_id', 'created_at', 'disabled_at'],
  });
}

async function show({ stage, output, now }: Admin, reference: CallerReference): Promise<void> {
  const user = await knownUser(reference);
  const [identity, keys, sessions] = await Promise.all([
    getIdentity(user.id, user.current_organization_id, user.current_organization_id),
    listApiKeys(user.id),
    openSessions(user.id, now),
  ]);
  output.record({
    ...presentUser(user),
    role: identity?.member?.role ?? null,
    active_keys: keys.filter((key) => keyStatus(key, stage, now) === 'active').length,
    active_sessions: sessions.length,
  });
}

/** Unlinks a person from their account at the identity provider. Ends their sessions, whose user is uncertain. */
async function rebind({ output, now }: Admin, reference: CallerReference): Promise<void> {
  const user = await changeUser(reference, 'user.rebound', unbindIdentity);
  const sessions = await endSessionsOf(user.id, now);
  output.record({ ...presentUser(user), ended_sessions: sessions.length });
  output.note(
    `The next who signs in with the verified address ${labelOf(user)} is this person from then on.`,
  );
}
