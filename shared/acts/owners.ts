import { getCaller } from '../data/callers.ts';
import { listMembers, type MemberItem, type OrganizationItem } from '../data/organizations.ts';
import { type By, operator } from '../events/records.ts';
import { type Refused, refuse } from './refusal.ts';

export type OwnerRefusal = 'last_owner' | 'last_enabled_owner';

/**
 * Returns why somebody cannot stop being an owner; undefined where they can. Operators leave each organization an owner who is not
 * disabled. The API counts owners only, because who is disabled is no business of members.
 *
 * Owners cannot change until the act is committed, because the organization is in every such commit. An operator can disable one in
 * between, and `users disable` says so.
 */
export async function ownerRefusal(
  { owner_count }: OrganizationItem,
  member: MemberItem,
  by: By,
): Promise<Refused<OwnerRefusal> | undefined> {
  if (member.role !== 'owner') return undefined;
  if (owner_count === 1) return refuse('last_owner');
  return by !== operator || (await hasOtherOwner(member)) ? undefined : refuse('last_enabled_owner');
}

/** Returns whether an organization has an owner who is not disabled, besides one. */
export async function hasOtherOwner({
  organization_id,
  user_id,
}: Pick<MemberItem, 'organization_id' | 'user_id'>): Promise<boolean> {
  const others = (await listMembers(organization_id)).filter(
    (member) => member.role === 'owner' && member.user_id !== user_id,
  );
  const callers = await Promise.all(others.map((other) => getCaller(other.user_id)));
  return callers.some((caller) => caller?.disabled_at === null);
}
