/** A model of the roles in an organization in which changes happen one after the other. */
import type { MemberRole } from '../../../shared/contract/enumerations.ts';
import type { Organization } from '../../../shared/contract/resources/organization.ts';

export type Founding = Pick<Organization, 'id'>;
export type Roles = ReadonlyMap<string, MemberRole>;

/** A requested change, and the status of its answer. */
export interface RoleChange {
  readonly user_id: string;
  readonly role: MemberRole;
  readonly status: number;
}

/** Applies one change. Returns the status of its answer, and the roles after it (specification 4.5, rules 4 and 5). */
function apply(roles: Roles, { user_id, role }: RoleChange): { status: number; roles: Roles } {
  const present = roles.get(user_id);
  if (present === undefined) return { status: 404, roles };
  const changed = new Map(roles).set(user_id, role);
  return [...changed.values()].includes('owner') ? { status: 204, roles: changed } : { status: 422, roles };
}

/** Returns an order of the changes that explains all their answers and the final roles; undefined when there is none. */
export function explanation(
  before: Roles,
  changes: readonly RoleChange[],
  after: Roles,
): readonly RoleChange[] | undefined {
  if (changes.length === 0) return areEqual(before, after) ? [] : undefined;
  for (const [index, change] of changes.entries()) {
    const { status, roles } = apply(before, change);
    if (status !== change.status) continue;
    const rest = explanation(roles, changes.toSpliced(index, 1), after);
    if (rest) return [change, ...rest];
  }
  return undefined;
}

const areEqual = (one: Roles, other: Roles): boolean =>
  one.size === other.size && [...one].every(([user_id, role]) => other.get(user_id) === role);
