import { ownersPermission } from '../contract/permissions.ts';
import { getOrganization, type OrganizationItem } from '../data/organizations/organizations.ts';
import { hasPowers, powersFrom } from '../data/organizations/ownership.ts';
import { forbidden } from './errors.ts';
import type { Principal } from './principal.ts';

/**
 * The powers of owners: ending or loosening retention, locking it, deleting the organization, taking over documents of others. Their use
 * needs a session or a key with `organization#own`. `data/organizations/ownership.ts` decides when the powers begin; for staff, they begin
 * at once.
 */

/** Returns whether a caller acts with an owner's powers at `now` (epoch milliseconds). */
export const actsWithPowers = (
  principal: Principal,
  organization: Pick<OrganizationItem, 'powers_since'>,
  now: number,
): boolean =>
  principal.permissions.includes(ownersPermission) &&
  (principal.staff || hasPowers(principal, organization, now));

export const isSession = ({ credential }: Principal): boolean => credential.startsWith('session:');

/**
 * Returns the reason why a caller may not use an owner's powers at `now` (epoch milliseconds), as a sentence; undefined: they may. The
 * organization is read only for an owner whose powers had to wait.
 */
export async function powersRefusal(principal: Principal, now: number): Promise<string | undefined> {
  const { role, staff, ownership, organization_id } = principal;
  if (role !== 'owner') return 'You are not an owner.';
  if (!principal.permissions.includes(ownersPermission))
    return `Your API key does not have the permission ${ownersPermission}.`;
  if (staff || (ownership && ownership.appointed_at !== null)) return undefined;
  const organization = organization_id === null ? undefined : await getOrganization(organization_id);
  const from = ownership ? powersFrom(ownership, organization?.powers_since ?? null) : null;
  if (from === null) return noPowersLeft;
  return from <= now ? undefined : `Your powers as an owner begin at ${new Date(from).toISOString()}.`;
}

const noPowersLeft =
  'No owner with powers is left, so your powers do not begin. An owner who lost the role less than 24 hours ago can take it back. ' +
  'Otherwise ask an operator of the service to appoint an owner.';

/** Throws 403 unless the caller acts with an owner's powers. */
export async function requirePowers(principal: Principal, now: number): Promise<void> {
  const refusal = await powersRefusal(principal, now);
  if (refusal !== undefined) throw forbidden(`Only the owners of an organization may do this. ${refusal}`);
}

/**
 * Returns the reason why a caller may not lock policies, as a sentence; undefined: they may. A key may not: nobody can undo a lock after 24
 * hours, so a person must decide on it.
 */
export const lockingRefusal = async (principal: Principal, now: number): Promise<string | undefined> =>
  isSession(principal) ? powersRefusal(principal, now) : 'This needs a session: sign in.';
