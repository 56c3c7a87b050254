import type { ServiceAccountId } from '../contract/identifiers.ts';
import type { User } from '../contract/resources/user.ts';
import { type ApiKeyItem, getApiKey } from '../data/apiKeys.ts';
import {
  getOrganizationAndMember,
  isPerson,
  type MemberItem,
  type OrganizationItem,
} from '../data/organizations.ts';
import { actingOrganization } from '../http/access.ts';
import { rejected } from '../http/authentication.ts';
import { forbidden, notFound } from '../http/errors.ts';
import type { Principal } from '../http/principal.ts';

/** Whose keys a request is about, in the organization that it is about. */
interface KeyOwner {
  readonly user: User;
  /** Undefined: outside of any. */
  readonly organization: OrganizationItem | undefined;
  /** Undefined: outside of any, or they do not belong to it. */
  readonly member: MemberItem | undefined;
}

/**
 * Returns the caller, or the service account that they name. Throws 403 for a service account where they may not manage the
 * organization that they act in, and 404 where there is none like that.
 */
export async function keyOwner(
  principal: Principal,
  accountId: ServiceAccountId | undefined,
): Promise<KeyOwner> {
  const { user, organization_id } = principal;
  if (accountId === undefined)
    return organization_id === null
      ? { user, organization: undefined, member: undefined }
      : { user, ...(await getOrganizationAndMember(organization_id, user.id)) };

  if (!managesAccounts(principal))
    throw forbidden('The API keys of service accounts need the permission organization#manage.');
  const { organization, member } = await getOrganizationAndMember(actingOrganization(principal), accountId);
  if (!member || isPerson(member)) throw notFound('service account', 'service_account_id');
  return { user: { id: member.user_id, type: 'service_account', name: member.name }, organization, member };
}

const managesAccounts = ({ permissions }: Principal): boolean => permissions.includes('organization#manage');

/**
 * Returns whether a caller sees a key: their own that act where they do, or wherever they are, and those of service accounts in
 * the organization that they manage. A key that is bound to an organization has ended with its owner's membership.
 *
 * @param member the owner of the key in the organization that the caller acts in
 */
export function isShown(key: ApiKeyItem, principal: Principal, member: MemberItem | undefined): boolean {
  const isOwn = key.owner_id === principal.user.id;
  if (key.organization_id === null) return isOwn;
  if (key.organization_id !== principal.organization_id || !member) return false;
  if (key.member_since !== undefined && key.member_since !== member.joined_at) return false;
  return isOwn || (!isPerson(member) && managesAccounts(principal));
}

/**
 * Returns the maker of a key that a caller makes with the key that they carry (null: a session). A key that a service account makes
 * has the maker of the key that it carries: that person may still have it.
 */
export const makerOf = ({ user }: Principal, carried: ApiKeyItem | null): User =>
  (user.type === 'service_account' && carried?.made_by) || user;

/**
 * Returns the API key that a request carries, as it is now; null: it carries a session. Throws 401 when the key was revoked: the
 * authorizer believes it for some seconds more, and others are not to be made of it meanwhile.
 */
export async function carriedKey({ credential }: Principal): Promise<ApiKeyItem | null> {
  const [, uuid] = /^key:(.+)$/.exec(credential) ?? [];
  if (uuid === undefined) return null;
  const key = await getApiKey(uuid);
  if (!key || key.revoked_at !== null) throw rejected('invalid_api_key');
  return key;
}
