import {
  type InvitationId,
  type OrganizationId,
  type Tenant,
  type Ulid,
  ulidOf,
} from '../../contract/identifiers.ts';
import { idIn, type Key, ofOrganization, type UserId } from './key.ts';

export const organizationKey = (organizationId: OrganizationId): Key => ofOrganization(organizationId, 'ORG');

/** Like a deleted document, a deleted organization is at a key of its own. */
export const deletedOrganizationKey = (organizationId: OrganizationId): Key =>
  ofOrganization(organizationId, 'DELETED');

/** Returns the id of the deleted organization at this key; undefined for other keys. */
export const deletedOrganizationIdIn = /* @__PURE__ */ idIn('org', /^ORG#(.+) DELETED$/);

/** Items suspended with their organization. No lookup at their former key finds them. */
export const suspendedPrefix = 'SUSPENDED#';
export const suspendedKey = ({ pk, sk }: Key): Key => ({ pk, sk: suspendedPrefix + sk });

/** Returns the id of the suspended webhook endpoint at this key; undefined for other keys. */
export const suspendedWebhookIdIn = /* @__PURE__ */ idIn('whk', /^\S+ SUSPENDED#WEBHOOK#(\w+)$/);

/** A logo has a key of its own hash, so that no item is overwritten. `sha256`: in hexadecimal digits */
export const logoKey = (organizationId: OrganizationId, sha256: string): Key =>
  ofOrganization(organizationId, `LOGO#${sha256}`);

export const memberPrefix = 'MEMBER#';
export const memberKey = (organizationId: OrganizationId, userId: UserId): Key =>
  ofOrganization(organizationId, memberPrefix + ulidOf(userId));

/** The roster of an organization's service accounts: see `rosters.ts`. */
export const serviceAccountRosterKey = (organizationId: OrganizationId): Key =>
  ofOrganization(organizationId, 'SERVICEACCOUNTS');

/** A membership that has ended. The member's private documents stay with the organization. */
export const formerMemberPrefix = 'FORMER#';
export const formerMemberKey = (organizationId: OrganizationId, endId: Ulid): Key =>
  ofOrganization(organizationId, formerMemberPrefix + endId);

/**
 * The time when the member with an address last left an organization. All earlier shares of the organization's documents to that address
 * have ended. `address`: as `normalizedEmail` returned it.
 */
export const leftKey = (organizationId: OrganizationId, address: string): Key =>
  ofOrganization(organizationId, leftSort(address));

export const leftSort = (address: string): string => `LEFT#${address}`;

export const invitationPrefix = 'INVITATION#';
export const invitationKey = (organizationId: OrganizationId, invitationId: InvitationId): Key =>
  ofOrganization(organizationId, invitationPrefix + ulidOf(invitationId));

/** The partition of the list index with a person's organizations. */
export const membershipList = (userId: UserId): string => `MEMBERSHIPS#USER#${ulidOf(userId)}`;

/** A tenant's usage has a partition of its own, where nothing conflicts with it. */
export const usageKey = (tenant: Tenant): Key => ({ pk: `USAGE#${ulidOf(tenant)}`, sk: 'USAGE' });

/** The bytes that the tenant asked to upload on a day of UTC, such as 2026-11-22. */
export const askedKey = (tenant: Tenant, day: string): Key => ({
  pk: `USAGE#${ulidOf(tenant)}`,
  sk: `ASKED#${day}`,
});

/** The waiting list of tenants to be counted. */
export const uncountedList = 'USAGE#UNCOUNTED';
