import { longestLifeDays } from '../../shared/access/longestKeyLife.ts';
import type { Rejection } from '../../shared/access/principal.ts';
import { type ActorId, type OrganizationId, ulidOf } from '../../shared/contract/identifiers.ts';
import type { Permission } from '../../shared/contract/permissions.ts';
import { parseApiKey, secretMatches } from '../../shared/credentials/apiKeys.ts';
import { hashToken, isToken } from '../../shared/credentials/tokens.ts';
import { type ApiKeyItem, endOf, getApiKey, isActive } from '../../shared/data/callers/apiKeys.ts';
import {
  ended,
  endOfSession,
  getUnexpiredSession,
  renewed,
  replaceSession,
  type SessionItem,
} from '../../shared/data/callers/sessions.ts';
import { writeBookkeeping } from '../../shared/data/table/commit.ts';
import type { Headers } from '../../shared/http/headers.ts';
import { isSameSiteChange, sessionName, sessionTokenIn } from '../../shared/http/sessionCookie.ts';
import { environment } from '../../shared/runtime/environment.ts';
import { log } from '../../shared/runtime/log.ts';
import { memory } from '../../shared/runtime/memory.ts';
import { keyUseToRecord } from './keyUses.ts';

const baseUrl = environment('serviceBaseUrl');

/** The API key or session of a request. */
export interface Credential {
  /** The name of the credential in logs. Not secret. */
  readonly name: string;
  /** The name of the rate window for its requests. Each API key has a window, and all sessions of a person share one. */
  readonly window: string;
  readonly user_id: ActorId;
  readonly organization_id: OrganizationId | null;
  /** The credential has ended if its owner has another epoch. null if the credential has no epoch. */
  readonly session_epoch: number | null;
  /** The beginning of the owner's membership. The credential ends with this membership. Undefined if it is bound to no membership. */
  readonly member_since: string | undefined;
  readonly permissions: readonly Permission[] | null;
  /** The API Gateway key of this credential; null if it shares one. */
  readonly usageKey: string | null;
  /** The rejection if the owner is removed or disabled, or if the credential ended with the owner's epoch or membership. */
  readonly rejectionWithoutOwner: Rejection;
  /** Records the use if necessary: extends a session, or stores the last use of an API key. Never throws. */
  readonly recordUse?: () => Promise<unknown>;
}

/** The reason why a request has no credential. */
export interface Refused {
  readonly rejection: Rejection;
  /** The time when the API key expired. Only somebody who has its secret learns this. */
  readonly expired_at?: string;
}

/**
 * Finds the credential of a request. An API key takes precedence, because browsers always send their cookie. Other schemes of
 * `Authorization` are for servers in front of the service, so they do not matter beside the cookie of a session.
 */
export async function findCredential(
  headers: Headers,
  method: string,
  now: number,
): Promise<Credential | Refused> {
  const { authorization = '' } = headers;
  const [, text] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  if (text) return apiKeyCredential(text, now);
  const isBearer = /^\s*Bearer(?:\s|$)/i.test(authorization);
  const token = isBearer ? undefined : sessionTokenIn(headers.cookie, baseUrl());
  if (!token) return { rejection: 'missing_api_key' };
  if (!isSameSiteChange(method, headers.origin, baseUrl())) return { rejection: 'cross_site' };
  return (await sessionCredential(token, Math.floor(now / 1000))) ?? { rejection: 'invalid_session' };
}

async function apiKeyCredential(text: string, now: number): Promise<Credential | Refused> {
  const key = parseApiKey(text);
  const record = key && (await cachedApiKey(key.uuid, now));
  const rejection = 'invalid_api_key';
  if (!record || !secretMatches(key.secret, record.secret_hash)) return { rejection };
  const longestLife = longestLifeDays();
  if (!isActive(record, longestLife, now))
    return record.revoked_at === null
      ? { rejection, expired_at: new Date(endOf(record, longestLife)).toISOString() }
      : { rejection };
  const recordUse = keyUseToRecord(record.uuid, now);
  return {
    name: `key:${record.uuid}`,
    window: `key:${record.uuid}`,
    user_id: record.owner_id,
    organization_id: record.organization_id,
    session_epoch: null,
    member_since: record.member_since,
    permissions: record.permissions,
    usageKey: record.usage_key?.value ?? null,
    rejectionWithoutOwner: rejection,
    ...(recordUse && { recordUse }),
  };
}

/** A revoked API key stops within this time. Roles and memberships are read again for every request. */
const keyCacheMilliseconds = 30_000;
/** Limits the memory for keys. Unknown keys are not cached, so guesses do not fill the cache. */
const keyCacheSize = 1000;
const keyCache = memory(() => new Map<string, { readonly record: ApiKeyItem; readonly until: number }>());

async function cachedApiKey(uuid: string, now: number): Promise<ApiKeyItem | undefined> {
  const cached = keyCache.current.get(uuid);
  if (cached && cached.until > now) return cached.record;
  const record = await getApiKey(uuid);
  if (keyCache.current.size >= keyCacheSize) keyCache.current.clear();
  if (record) keyCache.current.set(uuid, { record, until: now + keyCacheMilliseconds });
  return record;
}

/** Returns the credential of a session. Sessions are not cached, so that the end of a session takes effect at once. */
async function sessionCredential(token: string, nowSeconds: number): Promise<Credential | undefined> {
  if (!isToken(token)) return undefined;
  const hash = hashToken(token);
  const session = await getUnexpiredSession(hash, nowSeconds);
  if (!session) return undefined;
  if (endOfSession(session) <= nowSeconds) {
    await store(ended(session, nowSeconds));
    return undefined;
  }
  const next = renewed(session, nowSeconds);
  return {
    name: sessionName(hash),
    window: `user:${ulidOf(session.user_id)}`,
    user_id: session.user_id,
    organization_id: session.organization_id,
    session_epoch: session.session_epoch,
    member_since: undefined,
    permissions: null,
    usageKey: null,
    rejectionWithoutOwner: 'invalid_session',
    ...(next && { recordUse: () => store(next) }),
  };
}

/** Stores the renewal or the end of a session. Never throws: after a conflict, another request has renewed or ended the session. */
const store = (session: SessionItem): Promise<unknown> =>
  writeBookkeeping([replaceSession(session)]).catch((error: unknown) =>
    log.info('session not stored', { reason: String(error) }),
  );
