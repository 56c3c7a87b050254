import * as z from 'zod/mini';
import {
  actorId,
  type GroupEntryId,
  type GroupId,
  groupEntryId,
  groupId,
  type OrganizationId,
  organizationId,
} from '../../contract/identifiers.ts';
import {
  type GroupSubject,
  groupEntriesKey,
  groupEntryKey,
  groupEntryPrefix,
  groupKey,
  groupsOfKey,
} from '../keys/groups.ts';
import type { Key } from '../keys/key.ts';
import { memberKey } from '../keys/organizations.ts';
import { memberItem } from '../organizations/organizations.ts';
import {
  bookkeeping,
  type Change,
  creation,
  removal,
  removalIfThere,
  writeBookkeeping,
} from '../table/commit.ts';
import { retryOnConflict } from '../table/conflict.ts';
import { type ListPage, type ListRange, readListPage } from '../table/listPages.ts';
import { parseItem } from '../table/parse.ts';
import { queryPages, readAll, readAs, readTogether, under } from '../table/read.ts';
import { type GroupItem, getGroup, groupItem, replaceGroup } from './groups.ts';
import { addToGroupsOf, type GroupsOf, getGroupsOf, groupsOfItem, takeFromGroupsOf } from './groupsOf.ts';

/** An entry of a group. One of the three optional attributes names whom it stands for. */
export const groupEntryItem = z.object({
  id: groupEntryId,
  group_id: groupId,
  organization_id: organizationId,
  user_id: z.optional(actorId),
  /** For a member: the `joined_at` of the membership in which they were added. */
  joined_at: z.optional(z.string()),
  /** Normalized, like `domain`. */
  email: z.optional(z.string()),
  domain: z.optional(z.string()),
});
export type GroupEntryItem = z.infer<typeof groupEntryItem>;

/** Returns whom an entry names. */
export function subjectOf({ user_id, email, domain }: GroupEntryItem): GroupSubject {
  if (user_id !== undefined) return { user_id };
  return email !== undefined ? { email } : { domain: domain ?? '' };
}

const subjectIn = (entry: GroupEntryItem) => ({
  organization_id: entry.organization_id,
  subject: subjectOf(entry),
});

export const getGroupEntry = (groupId: GroupId, entryId: GroupEntryId): Promise<GroupEntryItem | undefined> =>
  readAs(groupEntryItem, groupEntryKey(groupId, entryId));

/** Lists a page of the entries of a group, newest first. Entries of members who have left are not in it, so it can be short. */
export async function listGroupEntryPage(
  { id, organization_id }: GroupItem,
  range: ListRange,
): Promise<ListPage<GroupEntryItem>> {
  const list = { partition: groupEntriesKey(id).pk, prefix: groupEntryPrefix };
  const { items, next } = await readListPage([list], range, (item) => parseItem(groupEntryItem, item));
  const members = await readAll(
    items.map(({ user_id }) => (user_id ? memberKey(organization_id, user_id) : null)),
  );
  const isLeft = (entry: GroupEntryItem, member: (typeof members)[number]): boolean =>
    entry.user_id !== undefined && (!member || parseItem(memberItem, member).joined_at !== entry.joined_at);
  return { items: items.filter((entry, index) => !isLeft(entry, members[index])), next };
}

/** Lists all entries of a group, in batches: for the removal of a group, and for operators. */
export async function* listEveryGroupEntry(groupId: GroupId): AsyncGenerator<GroupEntryItem[]> {
  const query = under(groupEntriesKey(groupId), groupEntryPrefix);
  for await (const page of queryPages(query)) yield page.map((item) => parseItem(groupEntryItem, item));
}

/** Reads a group and what decides about an entry of it, in one round trip. `member`: only if the subject is a member. */
export async function getGroupAndSubject(
  organizationId: OrganizationId,
  groupId: GroupId,
  subject: GroupSubject,
) {
  return readTogether({
    group: [groupItem, groupKey(organizationId, groupId)],
    groupsOf: [groupsOfItem, groupsOfKey(organizationId, subject)],
    member: [memberItem, 'user_id' in subject ? memberKey(organizationId, subject.user_id) : null],
  });
}

/** Adds an entry to a group; conflicts when the group, or the subject's groups, have changed since they were read. */
export const createGroupEntry = (
  entry: GroupEntryItem,
  group: GroupItem,
  groupsOf: GroupsOf | undefined,
): Change[] => [
  creation(groupEntryKey(entry.group_id, entry.id), entry),
  replaceGroup({ ...group, entry_count: group.entry_count + 1 }),
  addToGroupsOf(subjectIn(entry), groupsOf, entry),
];

/**
 * Removes an entry from a group; conflicts when the group, or the subject's groups, have changed since they were read. `group`: undefined if it
 * is deleted.
 */
export const removeGroupEntry = (
  entry: GroupEntryItem,
  group: GroupItem | undefined,
  groupsOf: GroupsOf | undefined,
): Change[] => [
  removal(groupEntryKey(entry.group_id, entry.id)),
  ...(group ? [replaceGroup({ ...group, entry_count: group.entry_count - 1 })] : []),
  ...takingOut(entry, groupsOf),
];

/** Removes an entry of a group that does not exist any more. Repeating the call is harmless. */
export async function removeEntryOfDeletedGroup(entry: GroupEntryItem): Promise<void> {
  const groupsOf = await getGroupsOf(subjectIn(entry));
  const writes = [removalIfThere(groupEntryKey(entry.group_id, entry.id)), ...takingOut(entry, groupsOf)];
  await writeBookkeeping(writes.map((write) => bookkeeping('removal', write)));
}

/** Removes the entry at a key, for a person who is erased. It has no record. */
export const eraseGroupEntry = (key: Key): Promise<void> =>
  retryOnConflict(async () => {
    const entry = await readAs(groupEntryItem, key);
    if (!entry) return;
    const [group, groupsOf] = await Promise.all([
      getGroup(entry.organization_id, entry.group_id),
      getGroupsOf(subjectIn(entry)),
    ]);
    const writes = removeGroupEntry(entry, group, groupsOf);
    await writeBookkeeping(writes.map((write) => bookkeeping('removal', write)));
  });

/** Removes the item at a key with the groups of a person who is erased, and the entries that it names. */
export async function eraseGroupsOf(key: Key): Promise<void> {
  const groupsOf = await readAs(groupsOfItem, key);
  for (const [group, entryId] of Object.entries(groupsOf?.entries ?? {}))
    await eraseGroupEntry(groupEntryKey(`grp_${group}`, entryId));
  await writeBookkeeping([bookkeeping('removal', removalIfThere(key))]);
}

const takingOut = (entry: GroupEntryItem, groupsOf: GroupsOf | undefined): Change[] =>
  groupsOf && Object.values(groupsOf.entries).includes(entry.id)
    ? [takeFromGroupsOf(subjectIn(entry), groupsOf, entry.group_id)]
    : [];
