import { ownersPermission } from '../contract/permissions.ts';
import type { Me } from '../contract/resources/me.ts';
import { getOrganizations, listMemberships } from '../data/organizations/organizations.ts';
import { actsWithPowers } from './powers.ts';
import type { Principal } from './principal.ts';

/** Returns the user, role, permissions, organizations and language of a caller at `now` (epoch milliseconds). */
export async function describeCaller(principal: Principal, now: number): Promise<Me> {
  const { user, organization_id, role, language = null } = principal;
  const roles = new Map(
    (await listMemberships(user.id)).map((member) => [member.organization_id, member.role]),
  );
  // The list of memberships is eventually consistent. The authorizer has just read the role in the current organization, so that role
  // replaces the role in the list.
  if (organization_id !== null && role === null) roles.delete(organization_id);
  else if (organization_id !== null && role !== null) roles.set(organization_id, role);

  const belongsTo = await getOrganizations([...roles.keys()].toSorted().toReversed());
  const actingIn = belongsTo.find(({ id }) => id === organization_id);
  const hasPowers = actingIn !== undefined && actsWithPowers(principal, actingIn, now);
  const permissions = principal.permissions.filter((one) => one !== ownersPermission || hasPowers);
  const organizations = belongsTo.flatMap(({ id, name }) => {
    const own = roles.get(id);
    return own ? [{ id, name, role: own }] : [];
  });
  return { user, organization_id, role, permissions, organizations, language };
}
