import { withoutMember } from '../data/organizations/membership.ts';
import { listMembers, type MemberItem, type OrganizationItem } from '../data/organizations/organizations.ts';
import { hasPowers } from '../data/organizations/ownership.ts';
import { createTakenOwnership } from '../data/organizations/takenOwnerships.ts';
import type { Change } from '../data/table/commit.ts';
import { type By, operator } from '../events/records/record.ts';
import { type Refused, refuse } from './refusal.ts';

export type OwnerRefusal = 'last_owner' | 'last_enabled_owner';

/** Returns whether an organization has, besides `member`, an owner whose account is not disabled. */
export type OtherOwnerQuestion = (member: MemberItem) => Promise<boolean>;

/**
 * Returns the reason why a member cannot stop being an owner; undefined when they can. The API only counts owners, because members must not
 * learn which accounts are disabled.
 *
 * @param hasOtherOwner is for operators, who must leave each organization an owner who is not disabled. Every change of owners writes the
 * organization, so two concurrent changes conflict. Disabling an owner does not write the organization, but `users disable` warns about
 * organizations without another owner
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

/** Returns whether a new owner whom an actor appoints has powers at once: true for operators and for actors with powers. */
export const appoints = (by: By, organization: OrganizationItem, actsWithPowers?: PowersQuestion): boolean =>
  by === operator || (actsWithPowers?.(organization) ?? false);

/**
 * Returns an organization without a member. `powers_since` becomes null if no owner with powers is left. Lists the members only if the
 * member was the last owner whose powers were not delayed.
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

/**
 * Returns the write that lets a member take back the role of owner within a day. Returns the write only if the member has an owner's
 * powers, and if the actor who takes the role has no powers; none in other cases.
 */
export const takingOwnership = (
  organization: OrganizationItem,
  member: MemberItem,
  isEntitled: boolean,
  now: number,
): Change[] =>
  !isEntitled && hasPowers(member, organization, now) ? [createTakenOwnership(member, now)] : [];
