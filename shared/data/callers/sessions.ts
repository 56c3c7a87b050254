import * as z from 'zod/mini';
import { type ActorId, actorId, organizationId } from '../../contract/identifiers.ts';
import { dateTime } from '../../contract/text.ts';
import { type Bookkeeping, bookkeeping, creation, removalIfThere, replacement } from '../table/commit.ts';
import { operatorList, sessionKey } from '../table/keys.ts';
import { listAs, readUnexpired } from '../table/read.ts';
import { listIndex, table } from '../table/table.ts';
import type { CallerItem } from './callers.ts';

/** A signed-in person's session as stored, with only the SHA-256 of the token in the cookie. */
const sessionItem = z.object({
  token_hash: z.string(),
  user_id: actorId,
  /** The user's epoch when the session began. The session ends when the user's epoch changes. */
  session_epoch: z.int(),
  /** The organization in which the session acts; null: its user's current organization. */
  organization_id: z.nullable(organizationId),
  created_at: dateTime,
  /** The time when the session ends without further use. Use moves it to a later time. */
  [table.timeToLive]: z.int(),
  /** The time when the session ends in any case. */
  ends_at_seconds: z.int(),
  revision: z.int(),
});
export type SessionItem = z.infer<typeof sessionItem>;

/** A session ends after this time without use, and after `sessionMaxSeconds` in any case. */
const sessionIdleSeconds = 12 * 60 * 60;
export const sessionMaxSeconds = 7 * 24 * 60 * 60;
/** Use renews a session only if the renewal adds at least this time, so that not every request is a write. */
const renewalSeconds = 10 * 60;

/** Returns a session, unless it has expired: DynamoDB removes it some time after that. */
export const getSession = (tokenHash: string, nowSeconds: number): Promise<SessionItem | undefined> =>
  readUnexpired(sessionItem, sessionKey(tokenHash), nowSeconds);

export const listSessions = (userId: ActorId): Promise<SessionItem[]> =>
  listAs(sessionItem, operatorList.sessions(userId));

/** Returns the first state of a session that begins now, for a person as they were read when the session was allowed. */
export const newSession = (
  given: Pick<SessionItem, 'token_hash' | 'organization_id'>,
  { id, session_epoch }: Pick<CallerItem, 'id' | 'session_epoch'>,
  nowSeconds: number,
): SessionItem => ({
  ...given,
  user_id: id,
  session_epoch,
  created_at: new Date(nowSeconds * 1000).toISOString(),
  expires_at_seconds: nowSeconds + sessionIdleSeconds,
  ends_at_seconds: nowSeconds + sessionMaxSeconds,
  revision: 1,
});

/** Returns a session renewed by its use; undefined when a renewal would add too little time. */
export function renewed(session: SessionItem, nowSeconds: number): SessionItem | undefined {
  const expires_at_seconds = Math.min(nowSeconds + sessionIdleSeconds, session.ends_at_seconds);
  return expires_at_seconds - session.expires_at_seconds < renewalSeconds
    ? undefined
    : { ...session, expires_at_seconds };
}

export const createSession = (session: SessionItem): Bookkeeping<SessionItem> =>
  bookkeeping('session', creation(placeOf(session), session));

/** Replaces a session; conflicts when it has changed since it was loaded. */
export const replaceSession = (session: SessionItem): Bookkeeping<SessionItem> =>
  bookkeeping('session', replacement(placeOf(session), session));

/** Removes a session, if it exists. */
export const removeSession = (tokenHash: string): Bookkeeping<undefined> =>
  bookkeeping('session', removalIfThere(sessionKey(tokenHash)));

const placeOf = ({ token_hash, user_id, created_at }: SessionItem) => ({
  ...sessionKey(token_hash),
  [listIndex.partitionKey]: operatorList.sessions(user_id),
  [listIndex.sortKey]: created_at,
});
