import type { Change } from '../data/commit.ts';
import { withoutMember } from '../data/membership.ts';
import { listMembers, type MemberItem, type OrganizationItem } from '../data/organizations.ts';
import { hasPowers } from '../data/ownership.ts';
import { createTakenOwnership } from '../data/takenOwnerships.ts';
import { type By, operator } from '../events/records.ts';
import { type Refused, refuse } from './refusal.ts';

export type OwnerRefusal = 'last_owner' | 'last_enabled_owner';

/** Returns whether an organization has an owner who is not disabled, besides a member. */
export type OtherOwnerQuestion = (member: MemberItem) => Promise<boolean>;

/**
 * Returns why somebody cannot stop being an owner; undefined where they can. The API counts owners only, because who is disabled is no
 * business of members.
 *
 * @param hasOtherOwner is asked by operators, who leave each organization an owner who is not disabled. Owners cannot change until
 * the act is committed, because the organization is in every such commit; disabling one can come between, and `users disable` says so
 */
export async function ownerRefusal(
  { owner_count }: OrganizationItem,
  member: MemberItem,
  hasOtherOwner: OtherOwnerQuestion = async () => true,
): Promise<Refused<OwnerRefusal> | undefined> {
  if (member.role !== 'owner') return undefined;
  if (owner_count === 1) return refuse('last_owner');
  return (await hasOtherOwner(member)) ? undefined : refuse('last_enabled_owner');
}

/** Returns whether an actor has an owner's powers in an organization. */
export type PowersQuestion = (organization: OrganizationItem) => boolean;

/** Returns whether somebody whom an actor makes owner has powers at once. Operators answer for whom they make owner. */
export const appoints = (by: By, organization: OrganizationItem, actsWithPowers?: PowersQuestion): boolean =>
  by === operator || (actsWithPowers?.(organization) ?? false);

/**
 * Returns an organization without a member, with the powers that are left. It lists the members only where the member was the last
 * owner whose powers did not have to wait.
 */
export async function organizationWithout(
  organization: OrganizationItem,
  member: MemberItem,
  now: number,
): Promise<OrganizationItem> {
  const left = withoutMember(organization, member);
  if (!member.ownership || left.appointed_count > 0 || left.powers_since === null) return left;
  const others = (await listMembers(left.id)).filter(({ user_id }) => user_id !== member.user_id);
  const arePowersLeft = others.some((other) => hasPowers(other, left, now));
  return arePowersLeft ? left : { ...left, powers_since: null };
}

/** Returns the write that lets an owner take back what somebody without powers takes from them; none where nothing is taken so. */
export const takingOwnership = (
  organization: OrganizationItem,
  member: MemberItem,
  isEntitled: boolean,
  now: number,
): Change[] =>
  !isEntitled && hasPowers(member, organization, now) ? [createTakenOwnership(member, now)] : [];
