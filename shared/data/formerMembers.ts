import type { ActorId, MemberUserId, OrganizationId } from '../contract/identifiers.ts';
import { type ApiKeyItem, endApiKey, listApiKeys } from './apiKeys.ts';
import { getOrganizationAndMember } from './organizations.ts';

/**
 * Ends the keys with which somebody acted in an organization that they have left, for good, and returns them. Those that know
 * since when their owner was a member ended as that was over (`functions/authorizer.ts`), and lists are to say so; keys of
 * releases that did not write that down end here. It can be repeated, and does nothing to who is a member again.
 */
export async function endKeysOfFormerMember(
  userId: ActorId | MemberUserId,
  organizationId: OrganizationId,
  now: number,
): Promise<ApiKeyItem[]> {
  const bound = (await listApiKeys(userId)).filter(
    (key) => key.organization_id === organizationId && key.revoked_at === null,
  );
  // They are listed before: whoever is back by now may have made others since.
  const { member } = await getOrganizationAndMember(organizationId, userId);
  return member ? [] : Promise.all(bound.map(({ uuid }) => endApiKey(uuid, now)));
}
