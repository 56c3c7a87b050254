import type { Command } from 'commander';
import type { SessionItem } from '../../shared/data/sessions.ts';
import {
  generateSessionToken,
  hashSessionToken,
  sessionCookiePair,
} from '../../shared/http/sessionCookie.ts';
import type { Admin } from './admin.ts';
import { type CallerReference, callerReference, organizationReference } from './arguments.ts';
import { existingUser, labelOf, requireMember } from './lookups.ts';
import { Refusal } from './refusal.ts';
import type { Data } from './stage.ts';

export function addSessions(program: Command, admin: Admin): void {
  const sessions = program.command('sessions').description("people's browser sessions").helpCommand(false);

  sessions
    .command('create')
    .description('Begin a session. Its cookie is shown this once: the service keeps a hash of it.')
    .argument('<user>', 'id or e-mail address', callerReference)
    .option(
      '--organization <id>',
      'where it acts (default: wherever its user is at the time)',
      organizationReference,
    )
    .addHelpText(
      'after',
      `
A session ends 12 hours after it was last used, and 7 days after it began.

Example:
  npm run admin -- sessions create ada@example.com`,
    )
    .action((user: CallerReference, options: { organization?: string }) =>
      createSession(admin, user, options.organization ?? null),
    );

  sessions
    .command('list')
    .description("A person's sessions that have not ended, oldest first.")
    .argument('<user>', 'id or e-mail address', callerReference)
    .addHelpText('after', '\nExample:\n  npm run admin -- sessions list ada@example.com')
    .action((user: CallerReference) => listSessions(admin, user));

  sessions
    .command('revoke')
    .description('End a session, or all of a person, at once.')
    .argument('<user>', 'id or e-mail address', callerReference)
    .argument('[session]', 'its id, as sessions list shows it')
    .option('--all', 'all of them')
    .addHelpText(
      'after',
      `
Examples:
  npm run admin -- sessions revoke ada@example.com 3b5d5c3712955042
  npm run admin -- sessions revoke ada@example.com --all`,
    )
    .action(
      (user: CallerReference, session: string | undefined, { all }: { all?: true }, command: Command) => {
        if ((session === undefined) === (all === undefined))
          command.error('error: name either a session or --all', { exitCode: 2 });
        return revokeSessions(admin, user, session);
      },
    );
}

async function createSession(
  admin: Admin,
  reference: CallerReference,
  organization_id: string | null,
): Promise<void> {
  const { data, baseUrl } = await admin.connect();
  const user = await existingUser(data, reference);
  if (organization_id !== null) await requireMember(data, user, organization_id);
  const token = generateSessionToken();
  const session = data.newSession(
    { token_hash: hashSessionToken(token), user_id: user.id, organization_id },
    Math.floor(admin.now() / 1000),
  );
  await data.commit(data.createSession(session));

  const output = admin.output();
  output.record({ cookie: sessionCookiePair(token, baseUrl), ...presentSession(session) }, blanks);
  output.note('The cookie above is shown only this once: store it now. The service keeps a hash of it.');
}

async function listSessions(admin: Admin, reference: CallerReference): Promise<void> {
  const { data } = await admin.connect();
  const user = await existingUser(data, reference);
  const sessions = await openSessions(data, user.id, admin.now());
  admin.output().list('sessions', sessions.map(presentSession), {
    columns: ['id', 'organization_id', 'created_at', 'expires_at', 'ends_at'],
    blanks,
  });
}

async function revokeSessions(
  admin: Admin,
  reference: CallerReference,
  asked: string | undefined,
): Promise<void> {
  const { data } = await admin.connect();
  const user = await existingUser(data, reference);
  const sessions = await openSessions(data, user.id, admin.now());
  const chosen = sessions.filter((session) => asked === undefined || idOf(session) === bare(asked));
  if (asked !== undefined && chosen.length === 0)
    throw new Refusal(`${labelOf(user)} has no session ${asked}.`);

  for (const { token_hash } of chosen)
    await data.commit(data.removeSession(token_hash)).catch((error: unknown) => {
      // Signed out, or revoked by someone else, in between: it is gone, which is what was asked for.
      if (!(error instanceof data.ConflictError)) throw error;
    });
  const output = admin.output();
  output.list('sessions', chosen.map(presentSession), {
    columns: ['id', 'organization_id', 'created_at'],
    blanks,
  });
  output.note(`Revoked: ${chosen.length}.`);
}

/** Expired ones stay in the table for a while. */
const openSessions = async (data: Data, userId: string, now: number): Promise<SessionItem[]> =>
  (await data.listSessions(userId)).filter((session) => session.expires_at_seconds * 1000 > now);

/** As the service's logs name a session. */
const idOf = ({ token_hash }: SessionItem): string => token_hash.slice(0, 16);
const bare = (id: string): string => id.replace(/^session:/, '');

const dateTimeOf = (epochSeconds: number): string => new Date(epochSeconds * 1000).toISOString();

const presentSession = (session: SessionItem) => ({
  id: idOf(session),
  user_id: session.user_id,
  organization_id: session.organization_id,
  created_at: session.created_at,
  expires_at: dateTimeOf(session.expires_at_seconds),
  ends_at: dateTimeOf(session.ends_at_seconds),
});

const blanks = { organization_id: 'wherever its user is' };
