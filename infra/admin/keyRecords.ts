import { type ApiKeyItem, getApiKey, replaceApiKey } from '../../shared/data/apiKeys.ts';
import { commit } from '../../shared/data/commit.ts';
import { retryOnConflict } from '../../shared/data/conflict.ts';
import type { Moment } from './arguments.ts';
import { Refusal } from './refusal.ts';

/** Throws a Refusal when there is none. */
export async function existingKey(uuid: string): Promise<ApiKeyItem> {
  const found = await getApiKey(uuid);
  if (!found) throw new Refusal(`There is no API key ${uuid}.`);
  return found;
}

/** Commits the next state of a key. Throws a Refusal when there is none. */
export const changeKey = (uuid: string, next: (key: ApiKeyItem) => ApiKeyItem): Promise<ApiKeyItem> =>
  retryOnConflict(async () => {
    const [changed] = await commit([replaceApiKey(next(await existingKey(uuid)))]);
    return changed;
  });

/** The date-time to store, null for never. Throws a Refusal that names the parameter unless it lies ahead. */
export function expiryOf(parameter: string, when: Moment | null, now: number): string | null {
  if (when === null) return null;
  const at = when(now);
  if (at <= now)
    throw new Refusal(`${parameter} must lie in the future. To end a key at once: keys revoke <key>`);
  return new Date(at).toISOString();
}

/** `now`: epoch milliseconds. */
export function keyStatus(
  { revoked_at, expires_at }: ApiKeyItem,
  now: number,
): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'active';
}

/** Shows a key without anything that it could be used or guessed with. */
export const presentKey = (apiKey: ApiKeyItem, now: number) => ({
  id: apiKey.uuid,
  name: apiKey.name,
  status: keyStatus(apiKey, now),
  owner_id: apiKey.owner_id,
  organization_id: apiKey.organization_id,
  permissions: apiKey.permissions,
  created_at: apiKey.created_at,
  expires_at: apiKey.expires_at,
  revoked_at: apiKey.revoked_at,
  usage_key_id: apiKey.usage_key?.id ?? null,
});

/** The meaning of a field where a key says nothing. */
export const keyBlanks = {
  organization_id: 'wherever its owner is',
  permissions: "all of its owner's",
  expires_at: 'never',
};
