import { listApiKeys } from '../../../shared/data/callers/apiKeys.ts';
import { getIdentity, listCallers } from '../../../shared/data/callers/callers.ts';
import { unbindIdentity } from '../../../shared/data/callers/identities.ts';
import { folded } from '../../../shared/text/titleSearch.ts';
import type { Admin, AdminCommand } from '../commandLine/admin.ts';
import {
  type CallerReference,
  callerReference,
  emailAddress,
  exampleOrganization,
  name,
  organizationReference,
  personName,
  quota,
  userArgument,
} from '../commandLine/arguments.ts';
import { existingUser, knownUser, labelOf } from '../commandLine/lookups.ts';
import { eraseUser } from '../erase/eraseUser.ts';
import { keyStatus } from '../keys/keyRecords.ts';
import { addQuotas } from '../organizations/quotas.ts';
import { createUser } from './createUser.ts';
import { disableFrom, leaversFile } from './disableFrom.ts';
import { disableUser, enableUser } from './disableUser.ts';
import { importedFile, importUsers, rowWithRole } from './importUsers.ts';
import type { PeopleFile } from './peopleFile.ts';
import { endSessionsOf, openSessions } from './sessionRecords.ts';
import { changeUserAddress, renameUser } from './updateUser.ts';
import { changeUser, presentUser } from './userRecords.ts';

export function addUsers(program: AdminCommand): void {
  const users = program.subcommand('users', 'people');

  users
    .subcommand('create', 'Add a person, who belongs to no organization yet.')
    .argument('<email>', 'their e-mail address; no other user may have it', emailAddress)
    .requiredOption('--name <name>', 'the name that others see', name)
    .option('--given-name <name>', 'their given name', name)
    .option('--family-name <name>', 'their family name', name)
    .more(`
An address in one of the stage's staffEmailDomains, and in its staffEmails if it has these, makes the person service staff, who may act in
every organization.`)
    .examples(
      'users create ada@example.com --name "Ada Lovelace"',
      'users create ada@example.com --name Ada --given-name Ada --family-name Lovelace --json',
    )
    .runs(create);

  users
    .subcommand(
      'import',
      'Add the people of a CSV file, and make those with a role members of an organization.',
    )
    .argument('<file>', 'UTF-8, with the columns email,name,role', importedFile)
    .option(
      '--organization <id>',
      'the organization of the roles; needed if a line has a role',
      organizationReference,
    )
    .option('--dry-run', 'change nothing, and say what the command would do')
    .more(`
A role is admin, member or empty. Nobody becomes owner. The lines of a file look so:
  email,name,role
  ada@example.com,Ada Lovelace,member
Nobody gets a mail. A person and a role that are there already count as done, so you can interrupt and repeat the command. Lines that fail are
in people.failed.csv beside people.csv, with the reason in a fourth column, which you can leave in the file. `)
    .examples(
      `users import people.csv --organization ${exampleOrganization} --dry-run`,
      `users import people.csv --organization ${exampleOrganization}`,
    )
    .hook('preAction', (command) => {
      const row = rowWithRole(command.processedArgs[0]);
      if (row && command.opts().organization === undefined)
        command.error(
          `error: --organization is missing: line ${row.line} gives a role, which belongs to an organization`,
          { exitCode: 2 },
        );
    })
    .runs(importUsers);

  users
    .subcommand('list', 'All people, oldest first.')
    .option('--search <text>', 'only those whose name and address have each word of the text')
    .examples('users list --search lovelace', 'npm run --silent admin -- users list --json')
    .runs(list);

  users
    .subcommand('show', 'One person, with their role, keys and sessions.')
    .argument(...userArgument)
    .examples('users show ada@example.com')
    .runs(show);

  addQuotas(users, {
    description:
      'Show what a person has stored outside of any organization, and their quotas. Options change the quotas.',
    argument: userArgument,
    find: async (user) => (await existingUser(user)).id,
    example: 'users quotas ada@example.com',
  }).option(
    '--organizations <count>',
    'the number of organizations that they may found; default: the quota of the stage',
    quota,
  );

  users
    .subcommand('rename', 'Give a person another name, as the person can do in the API.')
    .argument(...userArgument)
    .argument('<name>', 'the name that others see', personName)
    .more(`
The new name takes the place of given and family name too. What the person made before keeps the earlier name in the API.`)
    .examples('users rename ada@example.com "Ada King"')
    .runs(renameUser);

  users
    .subcommand(
      'change-address',
      'Give a person another e-mail address, with which they sign in from then on.',
    )
    .argument(...userArgument)
    .argument('<email>', 'the new address; no other user may have it', emailAddress)
    .asksFirst()
    .more(`
First make sure that the new address is theirs: the service takes everybody who signs in with it for this person. They are unbound from their account at the
identity provider, and bound again at the next sign-in with the new address. Their sessions end; their keys keep working.`)
    .examples('users change-address ada@example.com ada@example.org')
    .runs(changeUserAddress);

  users
    .subcommand('disable', 'Disable people: their keys and sessions do not work, and they cannot sign in.')
    .argument('[user]', 'id or e-mail address', callerReference)
    .option('--from <file>', 'the people of a CSV file: UTF-8, with the first column email', leaversFile)
    .more(`
What they made stays. Their sessions end for good. Their keys work again after: users enable. Webhook endpoints for which they are
responsible stop, until somebody else becomes responsible for them: webhooks enable <webhook> --as <user>`)
    .asksFirst()
    .more(`
With --from, people who are disabled already count as done, so you can interrupt and repeat the command. Lines that fail are in
people.failed.csv beside people.csv, with the reason.`)
    .examples('users disable ada@example.com', 'users disable --from people.csv')
    .hook('preAction', (command) => {
      if (command.args.length > 0 === (command.opts().from !== undefined))
        command.error('error: name either a user or --from', { exitCode: 2 });
    })
    .runs((admin, user: CallerReference | undefined, { from }: { readonly from?: PeopleFile }) =>
      from ? disableFrom(admin, from) : disableUser(admin, user as CallerReference),
    );

  users
    .subcommand('enable', 'Enable a disabled person.')
    .argument(...userArgument)
    .examples('users enable ada@example.com')
    .runs(enableUser);

  users
    .subcommand(
      'erase',
      'Erase a person for good, if the law requires it. What must stay, stays without their name.',
    )
    .argument(...userArgument)
    .asksFirst()
    .more(`
It prints first what it would do. The person loses all access and leaves their organizations. Their keys, sessions, and documents outside of any organization are
removed. What they made in organizations stays, as made by "Erased user": documents, versions, attached policies, events,
invitations. The command reads the whole table at least twice. It can be interrupted and repeated. It refuses to erase the last owner
of an organization.`)
    .examples('users erase ada@example.com', 'users erase ada@example.com --yes')
    .runs(eraseUser);

  users
    .subcommand(
      'rebind',
      'Unbind a person from their account at the identity provider. They are bound again at the next sign-in with their address.',
    )
    .argument(...userArgument)
    .asksFirst()
    .more(`
A person is bound to the account of their first sign-in. Rebind them when they have another account, at this provider or a new one.
First make sure that nobody else was given their address. Their sessions end.`)
    .examples('users rebind ada@example.com')
    .runs(rebind);
}

interface Names {
  readonly name: string;
  readonly givenName?: string;
  readonly familyName?: string;
}

async function create({ output, now }: Admin, email: string, names: Names): Promise<void> {
  const { name, givenName = null, familyName = null } = names;
  output.record(
    presentUser(await createUser(email, { name, given_name: givenName, family_name: familyName }, now)),
  );
}

async function list({ output }: Admin, { search = '' }: { readonly search?: string }): Promise<void> {
  const words = folded(search).split(/\s+/u);
  const users = (await listCallers()).filter(({ type, name, email }) => {
    const text = folded(`${name} ${email ?? ''}`);
    return type === 'user_account' && words.every((word) => text.includes(word));
  });
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

/** Unlinks a person from their account at the identity provider. Ends their sessions, because it is uncertain who uses them. */
async function rebind({ output, now, confirm }: Admin, reference: CallerReference): Promise<void> {
  const before = await existingUser(reference);
  await confirm(
    `${labelOf(before)} loses the account at the identity provider and all sessions. The next account that signs in with this address gets everything of this person.`,
  );
  const user = await changeUser(reference, 'user.rebound', unbindIdentity);
  const sessions = await endSessionsOf(user.id, now);
  output.record({ ...presentUser(user), ended_sessions: sessions.length });
  output.note(
    `The next account that signs in with the verified address ${labelOf(user)} is bound to this person.`,
  );
}
