import type { Command } from 'commander';
import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import { createSession, newSession, type SessionItem } from '../../shared/data/sessions.ts';
import { commitChange } from '../../shared/events/commitChange.ts';
import { actRecord, operator } from '../../shared/events/records.ts';
import { sessionCookiePair } from '../../shared/http/sessionCookie.ts';
import { hashToken, newToken } from '../../shared/http/tokens.ts';
import type { Admin } from './admin.ts';
import {
  type CallerReference,
  type InOrganization,
  organizationReference,
  userArgument,
} from './arguments.ts';
import { examples } from './examples.ts';
import { existingMember, existingUser, labelOf, requireNotDisabled } from './lookups.ts';
import { actsOn, recordsOf } from './recording.ts';
import { Refusal } from './refusal.ts';
import { bare, endSessionsOf, idOf, openSessions, presentSession } from './sessionRecords.ts';

export function addSessions(program: Command, admin: Admin): void {
  const sessions = program.command('sessions').description("people's browser sessions").helpCommand(false);

  sessions
    .command('create')
    .description('Begin a session. Its cookie is shown this once: the service keeps a hash of it.')
    .argument(...userArgument)
    .option(
      '--organization <id>',
      'where it acts (default: wherever its user is at the time)',
      organizationReference,
    )
    .addHelpText('after', '\nA session ends 12 hours after it was last used, and 7 days after it began.')
    .addHelpText('after', examples('sessions create ada@example.com'))
    .action((user: CallerReference, options: Partial<InOrganization>) =>
      create(admin, user, options.organization ?? null),
    );

  sessions
    .command('list')
    .description("A person's sessions that have not ended, oldest first.")
    .argument(...userArgument)
    .addHelpText('after', examples('sessions list ada@example.com'))
    .action((user: CallerReference) => list(admin, user));

  sessions
    .command('revoke')
    .description('End a session, or all of a person, at once.')
    .argument(...userArgument)
    .argument('[session]', 'its id, as sessions list shows it')
    .option('--all', 'all of them')
    .addHelpText(
      'after',
      examples('sessions revoke ada@example.com 3b5d5c3712955042', 'sessions revoke ada@example.com --all'),
    )
    .action(
      (user: CallerReference, session: string | undefined, { all }: { all?: true }, command: Command) => {
        if ((session === undefined) === (all === undefined))
          command.error('error: name either a session or --all', { exitCode: 2 });
        return revoke(admin, user, session);
      },
    );
}

async function create(
  admin: Admin,
  reference: CallerReference,
  organization_id: OrganizationId | null,
): Promise<void> {
  const { baseUrl } = await admin.connect();
  const user = requireNotDisabled(await existingUser(reference));
  if (organization_id !== null) await existingMember(user, organization_id);
  const token = newToken();
  const session = newSession(
    { token_hash: hashToken(token), organization_id },
    user,
    Math.floor(admin.now() / 1000),
  );
  const about = { user_id: user.id };
  const acts =
    organization_id === null
      ? await actsOn(user.id, 'session.created')
      : [actRecord('session.created', organization_id, operator, about)];
  await commitChange({ records: recordsOf(acts), writes: [createSession(session)] });

  const output = admin.output();
  output.record({ cookie: sessionCookiePair(token, baseUrl), ...presentSession(session) }, blanks);
  output.note('The cookie above is shown only this once: store it now. The service keeps a hash of it.');
}

async function list(admin: Admin, reference: CallerReference): Promise<void> {
  await admin.connect();
  const user = await existingUser(reference);
  const sessions = await openSessions(user.id, admin.now());
  admin.output().list('sessions', sessions.map(presentSession), {
    columns: ['id', 'organization_id', 'created_at', 'expires_at', 'ends_at'],
    blanks,
  });
}

async function revoke(admin: Admin, reference: CallerReference, asked: string | undefined): Promise<void> {
  await admin.connect();
  const user = await existingUser(reference);
  const isAsked = (session: SessionItem) => asked === undefined || idOf(session) === bare(asked);
  const chosen = await endSessionsOf(user.id, admin.now(), isAsked);
  if (asked !== undefined && chosen.length === 0)
    throw new Refusal(`${labelOf(user)} has no session ${asked}.`);

  const output = admin.output();
  output.list('sessions', chosen.map(presentSession), {
    columns: ['id', 'organization_id', 'created_at'],
    blanks,
  });
  output.note(`Revoked: ${chosen.length}.`);
}

const blanks = { organization_id: 'wherever its user is' };
