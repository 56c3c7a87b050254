import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { type ApiKeyItem, getApiKey, getCaller } from '../shared/data/identity.ts';
import { parseApiKey, secretMatches } from '../shared/http/apiKeys.ts';
import { type AuthorizerContext, effectivePermissions, type Principal } from '../shared/http/principal.ts';

/**
 * Finds out who is calling. It lets every request through, with either the caller or the reason why there is none: what
 * a refusal looks like is for the operation to say, in its own error format.
 */
export const handler = async (
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> => {
  const context = await identify(event.headers ?? {});
  return {
    principalId: 'principal' in context ? 'caller' : 'nobody',
    policyDocument: {
      Version: '2012-10-17',
      // Not `event.methodArn`: should results ever be cached, they must hold for every operation.
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }],
    },
    context,
  };
};

async function identify(headers: Readonly<Record<string, string | undefined>>): Promise<AuthorizerContext> {
  const [, authorization] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  const [, text] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (!text) return { rejection: 'missing_api_key' };
  const principal = await callerOf(text);
  return principal ? { principal: JSON.stringify(principal) } : { rejection: 'invalid_api_key' };
}

async function callerOf(text: string): Promise<Principal | undefined> {
  const key = parseApiKey(text);
  const record = key && (await cachedApiKey(key.uuid));
  if (!record || !secretMatches(key.secret, record.secret_hash) || !isActive(record, Date.now()))
    return undefined;
  const found = await getCaller(record.owner_id, record.organization_id);
  if (!found) return undefined;
  const { id, type, name } = found.caller;
  const caller = {
    user: { id, type, name },
    organization_id: found.organization_id,
    role: found.member?.role ?? null,
    credential: record.uuid,
  };
  return { ...caller, permissions: effectivePermissions(caller, record.permissions) };
}

const isActive = ({ revoked_at, expires_at }: ApiKeyItem, now: number): boolean =>
  revoked_at === null && (expires_at === null || Date.parse(expires_at) > now);

/** A revoked key stops within this time. Roles and memberships are read afresh for every request. */
const keyCacheMilliseconds = 30_000;
/** Bounds the memory that guessed keys can take: unknown ones are not cached. */
const keyCacheSize = 1000;
const keyCache = new Map<string, { readonly record: ApiKeyItem; readonly until: number }>();

async function cachedApiKey(uuid: string): Promise<ApiKeyItem | undefined> {
  const cached = keyCache.get(uuid);
  if (cached && cached.until > Date.now()) return cached.record;
  const record = await getApiKey(uuid);
  if (keyCache.size >= keyCacheSize) keyCache.clear();
  if (record) keyCache.set(uuid, { record, until: Date.now() + keyCacheMilliseconds });
  return record;
}
