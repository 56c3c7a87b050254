import * as z from 'zod/mini';
import {
  type ActorId,
  actorId,
  organizationId,
  type SessionId,
  type Ulid,
} from '../../contract/identifiers.ts';
import { dateTime } from '../../contract/text.ts';
import { environment } from '../../runtime/environment.ts';
import { sessionKey } from '../keys/callers.ts';
import { operatorList } from '../keys/operatorLists.ts';
import { type Bookkeeping, bookkeeping, creation, removalIfThere, replacement } from '../table/commit.ts';
import { firstUlidFrom } from '../table/ids.ts';
import { chooseListPage, type ListPage, type ListRange } from '../table/listPages.ts';
import { parseItem } from '../table/parse.ts';
import { listAs, readEach, readUnexpired } from '../table/read.ts';
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
  /** The time of a use. Later uses within `renewalSeconds` are not recorded. */
  last_used_at: dateTime,
  /** The time when the session ends without further use. Use moves it to a later time. */
  [table.timeToLive]: z.int(),
  /** The time when the session ends in any case. */
  ends_at_seconds: z.int(),
  revision: z.int(),
});
export type SessionItem = z.infer<typeof sessionItem>;

const sessionHours = /* @__PURE__ */ environment('sessionHours');
const sessionIdleHours = /* @__PURE__ */ environment('sessionIdleHours');
const hourSeconds = 60 * 60;

/** Returns the time after which a session of this stage ends without use, and after `sessionMaxSeconds` in any case. */
const sessionIdleSeconds = (): number => Number(sessionIdleHours()) * hourSeconds;
export const sessionMaxSeconds = (): number => Number(sessionHours()) * hourSeconds;
/**
 * Returns the time for which uses after the recorded one are not recorded, so that not every request is a write. A session may end by this
 * much too early, so it is at most 10 minutes, and less if sessions end after less than two hours without use.
 */
const renewalSeconds = (): number => Math.min(10 * 60, sessionIdleSeconds() / 12);

/** The characters of the hash in a session's id: 104 bits. */
const idCharacters = 26;
export const sessionIdOf = (tokenHash: string): SessionId => `ses_${tokenHash.slice(0, idCharacters)}`;

/**
 * Returns the time when a session ends without further use, in epoch seconds. A session that began, or was used, under longer settings of the
 * stage ends by the present settings.
 */
export const endOfSession = (session: SessionItem): number =>
  Math.min(
    session[table.timeToLive],
    secondsOf(session.last_used_at) + sessionIdleSeconds(),
    latestEndOf(session),
  );

/** Returns the time when a session ends in any case, in epoch seconds, by its own end and by the present settings of the stage. */
export const latestEndOf = ({ ends_at_seconds, created_at }: SessionItem): number =>
  Math.min(ends_at_seconds, secondsOf(created_at) + sessionMaxSeconds());

/** Returns a session by the whole hash of its token, unless it has ended. */
export async function getSession(tokenHash: string, nowSeconds: number): Promise<SessionItem | undefined> {
  const session = await getUnexpiredSession(tokenHash, nowSeconds);
  return session && endOfSession(session) > nowSeconds ? session : undefined;
}

/**
 * Returns a session by its id, unless it has expired by its own end: DynamoDB removes it some time after that. The present settings of the
 * stage may have ended it; longer settings would revive it.
 */
export const getUnexpiredSessionById = (
  sessionId: SessionId,
  nowSeconds: number,
): Promise<SessionItem | undefined> => readUnexpired(sessionItem, sessionKey(sessionId), nowSeconds);

/** Returns a session by the whole hash of its token, as `getUnexpiredSessionById` does. */
export async function getUnexpiredSession(
  tokenHash: string,
  nowSeconds: number,
): Promise<SessionItem | undefined> {
  const session = await getUnexpiredSessionById(sessionIdOf(tokenHash), nowSeconds);
  return session?.token_hash === tokenHash ? session : undefined;
}

/** Lists the sessions of a person, oldest first, including expired ones. */
export const listSessions = (userId: ActorId): Promise<SessionItem[]> =>
  listAs(sessionItem, operatorList.sessions(userId));

/**
 * Lists a page of a person's sessions of one epoch that have not ended, newest first. It reads at most 1,000 sessions, so a page may be
 * short while more follow. A new session may be missing, because the list is eventually consistent.
 */
export async function listSessionPage(
  { user_id, session_epoch }: Pick<SessionItem, 'user_id' | 'session_epoch'>,
  range: ListRange,
  nowSeconds: number,
): Promise<ListPage<SessionItem>> {
  const isOpen = (session: SessionItem): boolean =>
    session.session_epoch === session_epoch && endOfSession(session) > nowSeconds;
  const list = { index: listIndex, partition: operatorList.sessions(user_id) };
  const { items, next } = await chooseListPage([list], range, (item) => {
    const session = parseItem(sessionItem, item);
    return isOpen(session) ? sessionKey(sessionIdOf(session.token_hash)) : undefined;
  });
  const sessions = await readEach(sessionItem, items);
  return { items: sessions.filter(isOpen), next };
}

/** Returns the first state of a session that begins now, for a person as they were read when the session was allowed. */
export const newSession = (
  given: Pick<SessionItem, 'token_hash' | 'organization_id'>,
  { id, session_epoch }: Pick<CallerItem, 'id' | 'session_epoch'>,
  nowSeconds: number,
): SessionItem => ({
  ...given,
  user_id: id,
  session_epoch,
  created_at: dateTimeOf(nowSeconds),
  last_used_at: dateTimeOf(nowSeconds),
  expires_at_seconds: nowSeconds + sessionIdleSeconds(),
  ends_at_seconds: nowSeconds + sessionMaxSeconds(),
  revision: 1,
});

/** Returns a session renewed by its use; undefined when a use was recorded a short time before. */
export const renewed = (session: SessionItem, nowSeconds: number): SessionItem | undefined =>
  nowSeconds * 1000 - Date.parse(session.last_used_at) < renewalSeconds() * 1000
    ? undefined
    : {
        ...session,
        last_used_at: dateTimeOf(nowSeconds),
        expires_at_seconds: Math.min(nowSeconds + sessionIdleSeconds(), latestEndOf(session)),
      };

/** Returns a session that ended at `nowSeconds`. A later change of the stage's settings does not revive it. */
export const ended = (session: SessionItem, nowSeconds: number): SessionItem => ({
  ...session,
  expires_at_seconds: nowSeconds,
});

const secondsOf = (at: string): number => Math.floor(Date.parse(at) / 1000);

const dateTimeOf = (epochSeconds: number): string => new Date(epochSeconds * 1000).toISOString();

export const createSession = (session: SessionItem): Bookkeeping<SessionItem> =>
  bookkeeping('session', creation(placeOf(session), session));

/** Replaces a session; conflicts when it has changed since it was loaded. */
export const replaceSession = (session: SessionItem): Bookkeeping<SessionItem> =>
  bookkeeping('session', replacement(placeOf(session), session));

/** Removes a session, if it exists. */
export const removeSession = (tokenHash: string): Bookkeeping<undefined> =>
  bookkeeping('session', removalIfThere(sessionKey(sessionIdOf(tokenHash))));

const placeOf = (session: SessionItem) => ({
  ...sessionKey(sessionIdOf(session.token_hash)),
  [listIndex.partitionKey]: operatorList.sessions(session.user_id),
  [listIndex.sortKey]: positionOf(session),
});

/** The characters of a ULID that are its time. */
const timeCharacters = 10;

/** Returns the position of a session in the list of its person: a ULID with the time of its beginning and a part of its hash. */
function positionOf({ created_at, token_hash }: SessionItem): Ulid {
  const first = firstUlidFrom(created_at);
  const time = first.slice(0, timeCharacters);
  return (time + token_hash.slice(0, first.length - timeCharacters)) as Ulid;
}
