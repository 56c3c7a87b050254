import type { ActorId, MemberUserId, OrganizationId } from '../contract/identifiers.ts';
import type { User } from '../contract/resources/user.ts';
import type { Act } from '../data/activity.ts';
import { type ApiKeyItem, getApiKey, issueApiKey, listApiKeys, revokeApiKey } from '../data/apiKeys.ts';
import { getCaller } from '../data/callers.ts';
import { retryOnConflict } from '../data/conflict.ts';
import { getOrganizationAndMember } from '../data/organizations.ts';
import { apiKeyEvent, type By, operator } from './describe.ts';
import { commitChange } from './outbox.ts';

/** API keys begin and end by commits that tell the endpoints of their organization. */

/**
 * Commits a new key of which operators decide. `createApiKey` commits those that are asked for by requests. `acts`: record it where
 * no event tells of it, for the key is bound to no organization.
 */
export async function commitIssued(apiKey: ApiKeyItem, acts: readonly Act[]): Promise<void> {
  await commitChange({
    events: [apiKeyEvent('api_key.created', apiKey, await ownerOf(apiKey), operator)],
    acts,
    writes: [issueApiKey(apiKey)],
  });
}

/**
 * Commits that a key has ended, at `now` (epoch milliseconds). Conflicts when it has changed since it was loaded. `acts`: as of
 * `commitIssued`.
 */
export async function commitRevoked(
  apiKey: ApiKeyItem,
  by: By,
  now: number,
  acts: readonly Act[] = [],
): Promise<ApiKeyItem> {
  const [revoked] = await commitChange({
    events: [apiKeyEvent('api_key.revoked', apiKey, await ownerOf(apiKey), by)],
    acts,
    writes: [revokeApiKey(apiKey, now)],
  });
  return revoked;
}

/** The name of an owner who is gone is their id. */
async function ownerOf({ owner_id }: ApiKeyItem): Promise<User> {
  const { id, type, name } = (await getCaller(owner_id)) ?? {
    id: owner_id,
    type: owner_id.startsWith('svc_') ? ('service_account' as const) : ('user_account' as const),
    name: owner_id,
  };
  return { id, type, name };
}

/** Ends a key for good, unless it has ended, and returns it. Throws when there is none. */
export const revokeKey = (
  uuid: string,
  by: By,
  now: number,
  actsOn: (apiKey: ApiKeyItem) => Promise<readonly Act[]> = async () => [],
): Promise<ApiKeyItem> =>
  retryOnConflict(async () => {
    const key = await getApiKey(uuid);
    if (!key) throw new Error(`the API key ${uuid} is gone`);
    return key.revoked_at === null ? commitRevoked(key, by, now, await actsOn(key)) : key;
  });

/**
 * Ends the keys with which somebody acted in an organization that they have left, for good, and returns them. Those that know
 * since when their owner was a member ended as that was over (`functions/authorizer.ts`), and lists are to say so; keys of
 * releases that did not write that down end here. It can be repeated, and does nothing to who is a member again.
 */
export async function endKeysOfFormerMember(
  userId: ActorId | MemberUserId,
  organizationId: OrganizationId,
  by: By,
  now: number,
): Promise<ApiKeyItem[]> {
  const bound = (await listApiKeys(userId)).filter(
    (key) => key.organization_id === organizationId && key.revoked_at === null,
  );
  // They are listed before: whoever is back by now may have made others since.
  const { member } = await getOrganizationAndMember(organizationId, userId);
  return member ? [] : Promise.all(bound.map(({ uuid }) => revokeKey(uuid, by, now)));
}
