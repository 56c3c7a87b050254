import type { Principal, StaffOverride } from '../../shared/access/principal.ts';
import { type OrganizationId, organizationId } from '../../shared/contract/identifiers.ts';
import { type Permission, permissionsOfRole } from '../../shared/contract/permissions.ts';
import { type CallerItem, isReader } from '../../shared/data/callers/callers.ts';
import type { Headers } from '../../shared/http/headers.ts';
import { environment } from '../../shared/runtime/environment.ts';
import { normalizedEmail } from '../../shared/text/emailAddress.ts';

const staffEmailDomains = environment('staffEmailDomains');
const staffEmails = environment('staffEmails');

/** Returns the organization that `X-Service-Organization-Id` (specification 4.5) names; null without the header. */
export function requestedOrganization(headers: Headers): OrganizationId | 'malformed' | null {
  const requested = headers['x-service-organization-id'];
  return requested === undefined ? null : (organizationId.safeParse(requested).data ?? 'malformed');
}

/**
 * Returns whether a caller is staff: the domain of the address is one of the stage's, and the list of persons has the address, if the stage
 * has such a list. Readers are never staff, because anybody can become a reader.
 */
const isStaff = (caller: CallerItem): boolean => {
  const email = normalizedEmail(caller.email ?? '');
  const domain = email?.split('@')[1];
  if (email === undefined || domain === undefined || isReader(caller)) return false;
  const isListed = staffEmails() === '' || staffEmails().split(',').includes(email);
  return staffEmailDomains().split(',').includes(domain) && isListed;
};

/**
 * Returns the outcome of a request that names an organization. For staff, this is a principal in that organization. It has each permission
 * of an owner that the credential also has. Other callers do not learn which organizations exist.
 */
export function overrideFor(
  principal: Principal,
  requested: OrganizationId | 'malformed',
  identity: { readonly caller: CallerItem; readonly requestedExists: boolean },
  grantedToCredential: readonly Permission[] | null,
): StaffOverride {
  if (!isStaff(identity.caller)) return { refused: 'not_staff' };
  if (requested === 'malformed') return { refused: 'malformed' };
  if (!identity.requestedExists) return { refused: 'unknown' };
  const permissions = permissionsOfRole.owner.filter(
    (permission) => grantedToCredential === null || grantedToCredential.includes(permission),
  );
  const { ownership: _elsewhere, ...person } = principal;
  return { principal: { ...person, organization_id: requested, role: 'owner', permissions, staff: true } };
}
