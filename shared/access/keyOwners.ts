import type { ServiceAccountId } from '../contract/identifiers.ts';
import type { User } from '../contract/resources/user.ts';
import { type ApiKeyItem, getApiKey } from '../data/callers/apiKeys.ts';
import {
  getOrganizationAndMember,
  isPerson,
  type MemberItem,
  type OrganizationItem,
} from '../data/organizations/organizations.ts';
import { rejected } from './authentication.ts';
import { actingOrganization } from './documents.ts';
import { forbidden, notFound } from './errors.ts';
import type { Principal } from './principal.ts';

/** The owner of the keys that a request is about, in the organization of the request. */
interface KeyOwner {
  readonly user: User;
  /** Undefined: the request is outside of any organization. */
  readonly organization: OrganizationItem | undefined;
  /** Undefined: the owner is not a member, or there is no organization. */
  readonly member: MemberItem | undefined;
}

/**
 * Returns the caller, or the service account that the request names. For a service account, throws 403 when the caller may not manage the
 * organization that they act in, and 404 when the organization has no such account.
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
 * Returns whether a caller sees a key: their own keys, if these are bound to no organization or to the organization that the caller acts
 * in. Managers of that organization also see the keys of its service accounts. A key that is bound to an organization ends with its owner's
 * membership.
 *
 * @param member the key's owner in the organization that the caller acts in
 */
export function isShown(key: ApiKeyItem, principal: Principal, member: MemberItem | undefined): boolean {
  const isOwn = key.owner_id === principal.user.id;
  if (key.organization_id === null) return isOwn;
  if (key.organization_id !== principal.organization_id || !member) return false;
  if (key.member_since !== undefined && key.member_since !== member.joined_at) return false;
  return isOwn || (!isPerson(member) && managesAccounts(principal));
}

/**
 * Returns the maker of a new key, which the caller makes with the key `carried` (null: a session). For a service account, returns the maker
 * of `carried`, because that person may still hold the key.
 */
export const makerOf = ({ user }: Principal, carried: ApiKeyItem | null): User =>
  (user.type === 'service_account' && carried?.made_by) || user;

/**
 * Returns the current state of the API key that a request carries; null for a session. Throws 401 when the key was revoked: the
 * authorizer accepts it for some seconds more, but it may not make other keys in that time.
 */
export async function keyOfRequest({ credential }: Principal): Promise<ApiKeyItem | null> {
  const [, uuid] = /^key:(.+)$/.exec(credential) ?? [];
  if (uuid === undefined) return null;
  const key = await getApiKey(uuid);
  if (!key || key.revoked_at !== null) throw rejected('invalid_api_key');
  return key;
}
