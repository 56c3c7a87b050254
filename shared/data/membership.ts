import type { MemberRole } from '../contract/enumerations.ts';
import type { ActorId, MemberUserId, OrganizationId } from '../contract/identifiers.ts';
import { type CallerItem, callerItem, noMereReader, replaceCaller } from './callers.ts';
import type { Change } from './commit.ts';
import { callerKey, memberKey, organizationKey, usageKey } from './keys.ts';
import {
  createFormerMember,
  createMember,
  createOrganization,
  type MemberItem,
  memberItem,
  newMember,
  newOrganization,
  type OrganizationItem,
  organizationItem,
  removeMember,
  replaceCounts,
  withMemberRole,
} from './organizations.ts';
import { readTogether } from './read.ts';
import { usageItem } from './usage.ts';

/**
 * The commits by which people and service accounts join and leave organizations. The caller is in every one of them, even
 * when nothing about them changes: their current organization is null or one they belong to, and two changes at the same
 * instant must not each decide on what the other is about to undo.
 */

/** Reads a caller, and their own quota of organizations if they have one, in one round trip. */
export async function getFounder(userId: ActorId) {
  const { founder, usage } = await readTogether({
    founder: [callerItem, callerKey(userId)],
    usage: [usageItem, usageKey(userId)],
  });
  return { founder, limit: usage?.organizations_limit };
}

/** Returns a caller who founds one more organization. It is exact, as they are in the transaction that founds it. */
export const withFounded = (founder: CallerItem): CallerItem => ({
  ...founder,
  founded_count: founder.founded_count + 1,
});

/** Founds an organization with its first owner; it becomes the current one of someone who had none. */
export function founding(founder: CallerItem, name: string, now: number) {
  const organization = newOrganization(name, now);
  const writes: [Change<OrganizationItem>, Change<MemberItem>, Change<CallerItem>] = [
    createOrganization(organization),
    createMember({ ...newMember(founder, organization.id, 'owner', now), is_founder: true }),
    replaceCaller(withOrganization(founder, organization.id)),
  ];
  return { organization, writes };
}

/**
 * Adds a member to an organization; it becomes the current one of someone who had none.
 *
 * @param appoints whether the powers of an owner begin at once. Default: they do, as for operators
 */
export function joining(
  caller: CallerItem,
  organization: OrganizationItem,
  role: MemberRole,
  now: number,
  appoints = true,
) {
  const joined = newMember(caller, organization.id, 'member', now);
  const next = withMemberRole(organization, joined, role, { now, appoints });
  const writes: [Change<OrganizationItem>, Change<MemberItem>, Change<CallerItem>] = [
    replaceCounts(organization, next.organization),
    createMember(next.member),
    replaceCaller(withOrganization(caller, organization.id)),
  ];
  return { member: next.member, writes };
}

/** Reads a caller, an organization, and them as its member, in one round trip. */
export const getMembership = (userId: ActorId | MemberUserId, organizationId: OrganizationId) =>
  readTogether({
    caller: [callerItem, callerKey(userId)],
    organization: [organizationItem, organizationKey(organizationId)],
    member: [memberItem, memberKey(organizationId, userId)],
  });

/**
 * Removes a member from an organization. Its last owner must not be removed. With that their keys that are bound to it have
 * ended, and their sessions lose it: the authorizer looks at the membership. What they made stays.
 *
 * @param left the organization without them. Default: an owner with powers is left
 */
export function leaving(
  caller: CallerItem,
  organization: OrganizationItem,
  member: MemberItem,
  left = withoutMember(organization, member),
): Change[] {
  const isCurrent = caller.current_organization_id === organization.id;
  return [
    replaceCounts(organization, left),
    removeMember(member),
    createFormerMember(member),
    replaceCaller(isCurrent ? { ...caller, current_organization_id: null } : caller),
  ];
}

/** Returns an organization as if a member were no owner of it. An owner count of 0 must not be committed. */
export const withoutMember = (organization: OrganizationItem, member: MemberItem): OrganizationItem =>
  // The time and the appointment of somebody who is no owner do not count.
  withMemberRole(organization, member, 'member', { now: 0, appoints: false }).organization;

const withOrganization = (caller: CallerItem, organizationId: OrganizationId): CallerItem => ({
  ...noMereReader(caller),
  current_organization_id: caller.current_organization_id ?? organizationId,
});
