import type { MemberRole } from '../../contract/enumerations.ts';
import type { ActorId, MemberUserId, OrganizationId } from '../../contract/identifiers.ts';
import { normalizedEmail } from '../../text/emailAddress.ts';
import { asOrdinaryUser, type CallerItem, callerItem, replaceCaller } from '../callers/callers.ts';
import { callerKey } from '../keys/callers.ts';
import { memberKey, organizationKey, usageKey } from '../keys/organizations.ts';
import { endSharesWith } from '../shares/ends.ts';
import type { Change } from '../table/commit.ts';
import { readTogether } from '../table/read.ts';
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
import { usageItem } from './usage.ts';

/**
 * The commits by which people and service accounts join and leave organizations. Each commit writes the caller, even when nothing about
 * them changes. Their current organization must be null or one of their organizations, so two commits at the same time must conflict.
 */

/** Reads a caller, and their own quota of organizations if they have one, in one round trip. */
export async function getFounder(userId: ActorId) {
  const { founder, usage } = await readTogether({
    founder: [callerItem, callerKey(userId)],
    usage: [usageItem, usageKey(userId)],
  });
  return { founder, limit: usage?.organizations_limit };
}

/** Returns a caller who founds one more organization. The count is exact, because the founding transaction writes the caller. */
export const withFounded = (founder: CallerItem): CallerItem => ({
  ...founder,
  founded_count: founder.founded_count + 1,
});

/** Founds an organization with its first owner. It becomes the owner's current organization if they had none. */
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
 * Adds a member to an organization. It becomes their current organization if they had none.
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

/** Reads a caller, an organization, and the caller's membership, in one round trip. */
export const getMembership = (userId: ActorId | MemberUserId, organizationId: OrganizationId) =>
  readTogether({
    caller: [callerItem, callerKey(userId)],
    organization: [organizationItem, organizationKey(organizationId)],
    member: [memberItem, memberKey(organizationId, userId)],
  });

/**
 * Removes a member from an organization. The last owner must not be removed. From then on, the member's API keys and sessions do not work
 * in the organization, because the authorizer checks the membership. Shares with their address end too. Everything that they made stays.
 *
 * @param now epoch milliseconds
 * @param left the organization without the member. Default: `powers_since` stays, because an owner with powers is left
 */
export function leaving(
  caller: CallerItem,
  organization: OrganizationItem,
  member: MemberItem,
  now: number,
  left = withoutMember(organization, member),
): Change[] {
  const isCurrent = caller.current_organization_id === organization.id;
  const address = caller.email === null ? undefined : normalizedEmail(caller.email);
  return [
    ...(address === undefined ? [] : [endSharesWith(organization.id, address, now)]),
    replaceCounts(organization, left),
    removeMember(member),
    createFormerMember(member),
    replaceCaller(isCurrent ? { ...caller, current_organization_id: null } : caller),
  ];
}

/** Returns an organization with the counts that it has without a member. An owner count of 0 must not be committed. */
export const withoutMember = (organization: OrganizationItem, member: MemberItem): OrganizationItem =>
  // For a role other than owner, the time and the appointment have no effect.
  withMemberRole(organization, member, 'member', { now: 0, appoints: false }).organization;

const withOrganization = (caller: CallerItem, organizationId: OrganizationId): CallerItem => ({
  ...asOrdinaryUser(caller),
  current_organization_id: caller.current_organization_id ?? organizationId,
});
