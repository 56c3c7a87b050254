import { actsWithPowers } from '../../../shared/access/powers.ts';
import { getMe } from '../../../shared/contract/operations/me.ts';
import { ownersPermission } from '../../../shared/contract/permissions.ts';
import { getOrganizations, listMemberships } from '../../../shared/data/organizations/organizations.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(getMe, async ({ principal }) => {
  const { user, organization_id, role } = principal;
  const roles = new Map(
    (await listMemberships(user.id)).map((member) => [member.organization_id, member.role]),
  );
  // The list is eventually consistent; the authorizer has just read the role in the current organization.
  if (organization_id !== null && role === null) roles.delete(organization_id);
  else if (organization_id !== null && role !== null) roles.set(organization_id, role);

  const belongsTo = await getOrganizations([...roles.keys()].toSorted().toReversed());
  const actingIn = belongsTo.find(({ id }) => id === organization_id);
  const hasPowers = actingIn !== undefined && actsWithPowers(principal, actingIn, Date.now());
  const permissions = principal.permissions.filter((one) => one !== ownersPermission || hasPowers);
  const organizations = belongsTo.flatMap(({ id, name }) => {
    const own = roles.get(id);
    return own ? [{ id, name, role: own }] : [];
  });
  return { user, organization_id, role, permissions, organizations };
});
