import type { GroupId, OrganizationId } from '../contract/identifiers.ts';
import type { Rules } from '../contract/resources/rules.ts';
import { getGroups } from '../data/groups/groups.ts';

/**
 * Returns the first group that rules name and the organization does not have; undefined: there is none. Groups that the rules of the policy named
 * before may be gone, so that other rules can be changed.
 */
export async function missingGroup(
  organizationId: OrganizationId,
  { allowed_groups = [] }: Rules = {},
  before: Rules = {},
): Promise<GroupId | undefined> {
  const asked = allowed_groups.filter((id) => !before.allowed_groups?.includes(id));
  const found = new Set((await getGroups(organizationId, asked)).map(({ id }) => id));
  return asked.find((id) => !found.has(id));
}
