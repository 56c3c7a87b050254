import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import { hashToken, newToken } from '../../../shared/credentials/tokens.ts';
import { createSession, newSession, type SessionItem } from '../../../shared/data/callers/sessions.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { actRecord, operator } from '../../../shared/events/records/record.ts';
import { sessionCookiePair } from '../../../shared/http/sessionCookie.ts';
import { counted } from '../../../shared/text/words.ts';
import type { Admin, AdminCommand } from '../commandLine/admin.ts';
import {
  type CallerReference,
  organizationReference,
  sessionReference,
  userArgument,
} from '../commandLine/arguments.ts';
import { existingMember, existingUser, labelOf, requireNotDisabled } from '../commandLine/lookups.ts';
import { actsOn, recordsOf } from '../commandLine/recording.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { endSessionsOf, isNamed, openSessions, presentSession, unexpiredSessions } from './sessionRecords.ts';

export function addSessions(program: AdminCommand): void {
  const sessions = program.subcommand('sessions', 'browser sessions of people');

  sessions
    .subcommand(
      'create',
      'Begin a session. Its cookie is shown only once: the service stores only a hash of it.',
    )
    .argument(...userArgument)
    .option(
      '--organization <id>',
      "where it acts (default: always its user's current organization)",
      organizationReference,
    )
    .more(
      'It ends sessionIdleHours of the stage after its last use, and at the latest sessionHours after it began: by default 12 and 168.',
    )
    .examples('sessions create ada@example.com')
    .runs(create);

  sessions
    .subcommand('list', 'The sessions of a person that have not ended, oldest first.')
    .argument(...userArgument)
    .examples('sessions list ada@example.com')
    .runs(list);

  sessions
    .subcommand('revoke', 'End one session of a person, or all, at once.')
    .argument(...userArgument)
    .argument('[session]', 'its id (ses_...), or its name in logs (session:...)', sessionReference)
    .option('--all', 'all sessions of the person')
    .asksFirst()
    .examples(
      'sessions revoke ada@example.com ses_0b3c8f2a9d4e5f60718293a4b5',
      'sessions revoke ada@example.com --all',
    )
    .hook('preAction', (command) => {
      if (command.args.length > 1 === (command.opts().all === true))
        command.error('error: name either a session or --all', { exitCode: 2 });
    })
    .runs(revoke);
}

async function create(
  { stage, output, now }: Admin,
  reference: CallerReference,
  options: { readonly organization?: OrganizationId },
): Promise<void> {
  const organization_id = options.organization ?? null;
  const user = requireNotDisabled(await existingUser(reference));
  if (organization_id !== null) await existingMember(user, organization_id);
  const token = newToken();
  const session = newSession({ token_hash: hashToken(token), organization_id }, user, Math.floor(now / 1000));
  const about = { user_id: user.id };
  const acts =
    organization_id === null
      ? await actsOn(user.id, 'session.created')
      : [actRecord('session.created', organization_id, operator, about)];
  await commitChange({ records: recordsOf(acts), writes: [createSession(session)] });

  output.record({ cookie: sessionCookiePair(token, stage.baseUrl), ...presentSession(session) }, blanks);
  output.note('The cookie above is shown only this once: store it now. The service keeps a hash of it.');
}

async function list({ output, now }: Admin, reference: CallerReference): Promise<void> {
  const user = await existingUser(reference);
  const sessions = await openSessions(user.id, now);
  output.list('sessions', sessions.map(presentSession), {
    columns: ['id', 'organization_id', 'created_at', 'last_used_at', 'expires_at'],
    blanks,
  });
}

async function revoke(
  { output, now, confirm }: Admin,
  reference: CallerReference,
  asked: string | undefined,
): Promise<void> {
  const user = await existingUser(reference);
  const isAsked = (session: SessionItem) => asked === undefined || isNamed(session, asked);
  const found = (await unexpiredSessions(user.id, now)).filter(isAsked);
  if (found.length > 0)
    await confirm(`${labelOf(user)} must sign in again: ${counted(found.length, 'session')} end for good.`);
  const chosen = await endSessionsOf(user.id, now, isAsked);
  if (asked !== undefined && chosen.length === 0)
    throw new Refusal(`${labelOf(user)} has no session ${asked}.`);

  output.list('sessions', chosen.map(presentSession), {
    columns: ['id', 'organization_id', 'created_at'],
    blanks,
  });
  output.note(`Revoked: ${chosen.length}.`);
}

const blanks = { organization_id: "its user's current one" };
