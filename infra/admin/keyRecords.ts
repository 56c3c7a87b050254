import type { ApiKeyItem } from '../../shared/data/apiKeys.ts';
import type { When } from './arguments.ts';
import { Refusal } from './refusal.ts';
import type { Data } from './stage.ts';

/** Throws a Refusal when there is none. */
export async function existingKey(data: Data, uuid: string): Promise<ApiKeyItem> {
  const found = await data.getApiKey(uuid);
  if (!found) throw new Refusal(`There is no API key ${uuid}.`);
  return found;
}

/** The date-time to store, null for never. Throws a Refusal that names the parameter unless it lies ahead. */
export function expiryOf(parameter: string, when: When | null, now: number): string | null {
  if (when === null) return null;
  const at = 'at' in when ? when.at : now + when.afterMilliseconds;
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

/** What operators see of a key: nothing that it could be used or guessed with. */
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

/** What it means where a key says nothing. */
export const keyBlanks = {
  organization_id: 'wherever its owner is',
  permissions: "all of its owner's",
  expires_at: 'never',
};
