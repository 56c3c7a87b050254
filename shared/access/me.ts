import type { OrganizationId } from '../contract/identifiers.ts';
import { ownersPermission } from '../contract/permissions.ts';
import type { LostOwnership, Me } from '../contract/resources/me.ts';
import {
  getOrganizations,
  listMemberships,
  type OrganizationItem,
} from '../data/organizations/organizations.ts';
import { listTakenOwnerships, type TakenOwnership } from '../data/organizations/takenOwnerships.ts';
import { actsWithPowers } from './powers.ts';
import type { Principal } from './principal.ts';

/** Returns the user, role, permissions, organizations and language of a caller at `now` (epoch milliseconds). */
export async function describeCaller(principal: Principal, now: number): Promise<Me> {
  const { user, organization_id, role, language = null } = principal;
  const [memberships, taken] = await Promise.all([
    listMemberships(user.id),
    user.type === 'user_account' ? listTakenOwnerships(user.id, now) : [],
  ]);
  const roles = new Map(memberships.map((member) => [member.organization_id, member.role]));
  // The list of memberships is eventually consistent. The authorizer has just read the role in the current organization, so that role
  // replaces the role in the list.
  if (organization_id !== null && role === null) roles.delete(organization_id);
  else if (organization_id !== null && role !== null) roles.set(organization_id, role);

  const ids = [...roles.keys()].toSorted().toReversed();
  const lost = taken.map((one) => one.organization_id);
  const found = await getOrganizations([...new Set([...ids, ...lost])]);
  const belongsTo = found.filter(({ id }) => roles.has(id));
  const actingIn = belongsTo.find(({ id }) => id === organization_id);
  const hasPowers = actingIn !== undefined && actsWithPowers(principal, actingIn, now);
  const permissions = principal.permissions.filter((one) => one !== ownersPermission || hasPowers);
  const organizations = belongsTo.flatMap(({ id, name }) => {
    const own = roles.get(id);
    return own ? [{ id, name, role: own }] : [];
  });
  const lost_ownership = lostOwnershipIn(taken, found, organization_id);
  return {
    ...{ user, organization_id, role, permissions, organizations, language },
    ...(lost_ownership && { lost_ownership }),
  };
}

/** Returns the ownership that reclaimOwnership gives back: that of the current organization, or else the one that was lost last. */
function lostOwnershipIn(
  taken: readonly TakenOwnership[],
  organizations: readonly OrganizationItem[],
  actingIn: OrganizationId | null,
): LostOwnership | undefined {
  const all = taken.flatMap(({ organization_id, expires_at_seconds }) => {
    const organization = organizations.find(({ id }) => id === organization_id);
    const reclaimable_until = new Date(expires_at_seconds * 1000).toISOString();
    return organization ? [{ organization_id, organization_name: organization.name, reclaimable_until }] : [];
  });
  return all.find(({ organization_id }) => organization_id === actingIn) ?? all[0];
}
