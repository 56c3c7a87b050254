import type { ActorId, MemberUserId, OrganizationId } from '../contract/identifiers.ts';
import type { Act } from '../data/activity.ts';
import { retryOnConflict } from '../data/conflict.ts';
import { getMembership, leaving } from '../data/membership.ts';
import type { MemberItem, OrganizationItem } from '../data/organizations.ts';
import { endpointsStopping } from '../data/registrars.ts';
import { endKeysOfFormerMember } from './apiKeys.ts';
import { type By, memberEvent } from './describe.ts';
import { stop } from './endpoints.ts';
import { audienceOf, commitChange } from './outbox.ts';

/**
 * Takes a person or a service account out of an organization, with the endpoints that they answer for and the keys that are bound
 * to it. Returns false for who is no member; then too it ends their keys, as whoever took them out may have ended before that.
 *
 * @param guard throws for who must stay, or is not the one that is meant
 * @param acts record it where no event tells of it: of a service account
 */
export async function takeOut(
  userId: ActorId | MemberUserId,
  organizationId: OrganizationId,
  by: By,
  guard: (member: MemberItem, organization: OrganizationItem) => void,
  acts: readonly Act[] = [],
): Promise<boolean> {
  const stopping = await retryOnConflict(async () => {
    const { caller, organization, member } = await getMembership(userId, organizationId);
    if (!caller || !organization || !member) return undefined;
    guard(member, organization);
    const stops = stop(await endpointsStopping(member, undefined), by, Date.now());
    await commitChange({
      audience: audienceOf(organization),
      events: [memberEvent('member.removed', member, by), stops.events],
      acts,
      writes: [...leaving(caller, organization, member), ...stops.writes],
    });
    return stops;
  });
  await Promise.all([stopping?.finish(), endKeysOfFormerMember(userId, organizationId, by, Date.now())]);
  return stopping !== undefined;
}
