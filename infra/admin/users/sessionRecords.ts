import type { ActorId } from '../../../shared/contract/identifiers.ts';
import {
  endOfSession,
  latestEndOf,
  listSessions,
  removeSession,
  type SessionItem,
  sessionIdOf,
} from '../../../shared/data/callers/sessions.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { table } from '../../../shared/data/table/table.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { sessionName } from '../../../shared/http/sessionCookie.ts';
import { actsOn, inTransactions, recordsOf } from '../commandLine/recording.ts';

/** Lists the sessions of a person that have not ended. The table keeps expired sessions for a while. */
export const openSessions = async (userId: ActorId, now: number): Promise<SessionItem[]> =>
  (await listSessions(userId)).filter((session) => endOfSession(session) * 1000 > now);

/**
 * Lists the sessions of a person that have not expired by their own end. The present settings of the stage may have ended some of them:
 * longer settings would revive these.
 */
export const unexpiredSessions = async (userId: ActorId, now: number): Promise<SessionItem[]> =>
  (await listSessions(userId)).filter((session) => session[table.timeToLive] * 1000 > now);

/**
 * Ends the unexpired sessions of a person that `chosen` accepts, and returns them. Default: all. `now`: epoch milliseconds
 */
export async function endSessionsOf(
  userId: ActorId,
  now: number,
  chosen: (session: SessionItem) => boolean = () => true,
): Promise<SessionItem[]> {
  const sessions = (await unexpiredSessions(userId, now)).filter(chosen);
  await endSessions(userId, sessions);
  return sessions;
}

/**
 * Ends sessions of a person for good, with entries of activity. Some hundred sessions take several transactions, each with its own
 * entries. Ignores sessions that are gone already.
 */
export async function endSessions(userId: ActorId, sessions: readonly SessionItem[]): Promise<void> {
  const entries = (await actsOn(userId, 'sessions.revoked')).length;
  for (const some of inTransactions(sessions, entries))
    await retryOnConflict(async () =>
      commitChange({
        records: recordsOf(await actsOn(userId, 'sessions.revoked', { count: some.length })),
        writes: some.map(({ token_hash }) => removeSession(token_hash)),
      }),
    );
}

/** Returns whether a session has an id, or a name in logs. */
export const isNamed = ({ token_hash }: SessionItem, reference: string): boolean =>
  [sessionIdOf(token_hash), sessionName(token_hash)].includes(reference);

export const presentSession = (session: SessionItem) => ({
  id: sessionIdOf(session.token_hash),
  user_id: session.user_id,
  organization_id: session.organization_id,
  created_at: session.created_at,
  last_used_at: session.last_used_at,
  expires_at: dateTimeOfSeconds(endOfSession(session)),
  ends_at: dateTimeOfSeconds(latestEndOf(session)),
  name_in_logs: sessionName(session.token_hash),
});

const dateTimeOfSeconds = (epochSeconds: number): string => new Date(epochSeconds * 1000).toISOString();
