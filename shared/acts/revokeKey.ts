import type { ActorId, MemberUserId, OrganizationId } from '../contract/identifiers.ts';
import type { User } from '../contract/resources/user.ts';
import { type ApiKeyItem, getApiKey, listApiKeys, revokeApiKey } from '../data/callers/apiKeys.ts';
import { getCaller } from '../data/callers/callers.ts';
import { getOrganizationAndMember } from '../data/organizations/organizations.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { commitChange, outsideOfAnyOrganization, type Records } from '../events/commitChange.ts';
import { apiKeyRecord } from '../events/records/apiKeys.ts';
import type { By } from '../events/records/record.ts';
import { isRefused, type Refused, refuse } from './refusal.ts';

interface RevokeKey {
  readonly uuid: string;
  readonly by: By;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Throws if the caller may not revoke the key. Default: the caller may */
  readonly guard?: (apiKey: ApiKeyItem) => Promise<void>;
  /** Returns the records of a key that is bound to no organization. Default: none, because such a key is in no organization's activity */
  readonly recordsOfUnbound?: (apiKey: ApiKeyItem) => Promise<Records>;
}

/** Revokes a key permanently, and returns the key. A key that is already revoked does not change. */
export const revokeKey = ({
  uuid,
  by,
  now,
  guard,
  recordsOfUnbound = async () => outsideOfAnyOrganization,
}: RevokeKey): Promise<ApiKeyItem | Refused<'no_key'>> =>
  retryOnConflict(async () => {
    const apiKey = await getApiKey(uuid);
    if (!apiKey) return refuse('no_key');
    await guard?.(apiKey);
    if (apiKey.revoked_at !== null) return apiKey;
    const records =
      apiKey.organization_id === null
        ? await recordsOfUnbound(apiKey)
        : ([
            apiKeyRecord('api_key.revoked', apiKey.organization_id, apiKey, await ownerOf(apiKey), by),
          ] as const);
    const [revoked] = await commitChange({ records, writes: [revokeApiKey(apiKey, now)] });
    return revoked;
  });

/** Returns the owner of a key; for a deleted owner, the id replaces the name. */
export async function ownerOf({ owner_id }: ApiKeyItem): Promise<User> {
  const { id, type, name } = (await getCaller(owner_id)) ?? {
    id: owner_id,
    type: owner_id.startsWith('svc_') ? ('service_account' as const) : ('user_account' as const),
    name: owner_id,
  };
  return { id, type, name };
}

/**
 * Revokes a former member's keys in an organization, and returns these keys. The authorizer has refused the keys since the membership
 * ended; after this call, lists also show the keys as revoked. The call does nothing if the person is a member again. Repeating the call is
 * harmless.
 */
export async function revokeKeysOfFormerMember(
  userId: ActorId | MemberUserId,
  organizationId: OrganizationId,
  by: By,
  now: number,
): Promise<ApiKeyItem[]> {
  const bound = (await listApiKeys(userId)).filter(
    (apiKey) => apiKey.organization_id === organizationId && apiKey.revoked_at === null,
  );
  // The keys are listed before the membership is read. So if the person rejoins meanwhile, their new keys are not revoked.
  const { member } = await getOrganizationAndMember(organizationId, userId);
  if (member) return [];
  const revoked = await Promise.all(bound.map(({ uuid }) => revokeKey({ uuid, by, now })));
  return revoked.flatMap((outcome) => (isRefused(outcome) ? [] : outcome));
}
