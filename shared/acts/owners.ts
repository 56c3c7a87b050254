import type { MemberItem, OrganizationItem } from '../data/organizations.ts';
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
