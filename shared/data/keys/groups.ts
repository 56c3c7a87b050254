import { type GroupEntryId, type GroupId, type OrganizationId, ulidOf } from '../../contract/identifiers.ts';
import { idIn, type Key, ofOrganization, type UserId } from './key.ts';

export const groupPrefix = 'GROUP#';
export const groupKey = (organizationId: OrganizationId, groupId: GroupId): Key =>
  ofOrganization(organizationId, groupPrefix + ulidOf(groupId));

/** A deleted group whose entries are not all removed yet. */
export const removedGroupKey = (organizationId: OrganizationId, groupId: GroupId): Key =>
  ofOrganization(organizationId, `REMOVEDGROUP#${ulidOf(groupId)}`);

/** Returns the ids of the deleted group at this key; undefined for other keys. */
export function removedGroupIdsIn({ pk, sk }: Key) {
  const [, organization, group] = /^ORG#(\w+) REMOVEDGROUP#(\w+)$/.exec(`${pk} ${sk}`) ?? [];
  return organization && group
    ? ({ organization_id: `org_${organization}`, group_id: `grp_${group}` } as const)
    : undefined;
}

/** Returns the id of the group, deleted or not, at this key; undefined for other keys. */
export const anyGroupIdIn = /* @__PURE__ */ idIn('grp', /^ORG#\w+ (?:REMOVED)?GROUP#(\w+)$/);

/** The names of an organization's groups, so that each name is unique. */
export const groupNamesKey = (organizationId: OrganizationId): Key =>
  ofOrganization(organizationId, 'GROUPNAMES');

/** The entries of a group have a partition of their own, because there may be thousands of them. */
export const groupEntryPrefix = 'ENTRY#';
export const groupEntryKey = (groupId: GroupId, entryId: GroupEntryId): Key => ({
  pk: `GROUP#${ulidOf(groupId)}`,
  sk: groupEntryPrefix + ulidOf(entryId),
});

/** The beginning of the keys of a group's entries. No item has it. */
export const groupEntriesKey = (groupId: GroupId): Key => ({
  pk: `GROUP#${ulidOf(groupId)}`,
  sk: groupEntryPrefix,
});

/** Whom an entry of a group names: a member, an address or a domain. Address and domain: normalized. */
export type GroupSubject =
  | { readonly user_id: UserId }
  | { readonly email: string }
  | { readonly domain: string };

export const groupsOfPrefix = 'GROUPSOF#';

/** The sort key of the groups of a subject, in the partition of their organization. */
export const groupsOfSort = (subject: GroupSubject): string => {
  if ('user_id' in subject) return `${groupsOfPrefix}USER#${ulidOf(subject.user_id)}`;
  return groupsOfPrefix + ('email' in subject ? `EMAIL#${subject.email}` : `DOMAIN#${subject.domain}`);
};

/** The groups in which a member, an address or a domain stands. */
export const groupsOfKey = (organizationId: OrganizationId, subject: GroupSubject): Key =>
  ofOrganization(organizationId, groupsOfSort(subject));

/** The partition of the list index with the groups of an address or a domain in all organizations, by the organization. */
export const groupsOfList = (subject: Exclude<GroupSubject, { readonly user_id: UserId }>): string =>
  groupsOfSort(subject);
