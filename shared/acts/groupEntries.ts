import {
  type ActorId,
  type GroupEntryId,
  type GroupId,
  type MemberUserId,
  type OrganizationId,
  ulidOf,
} from '../contract/identifiers.ts';
import { groupEntriesMax, groupsOfSubjectMax } from '../contract/limits.ts';
import {
  createGroupEntry,
  type GroupEntryItem,
  getGroupAndSubject,
  getGroupEntry,
  removeGroupEntry,
  subjectOf,
} from '../data/groups/entries.ts';
import { type GroupItem, getGroup, getGroups } from '../data/groups/groups.ts';
import { type GroupSubject, type GroupsOf, getGroupsOf } from '../data/groups/groupsOf.ts';
import { getMembers, isPerson, type MemberItem, replaceMember } from '../data/organizations/organizations.ts';
import { writeBookkeeping } from '../data/table/commit.ts';
import { retryInTurn, retryOnConflict } from '../data/table/conflict.ts';
import { newId } from '../data/table/ids.ts';
import { commitChange } from '../events/commitChange.ts';
import { groupEntryRecord } from '../events/records/groups.ts';
import type { By } from '../events/records/record.ts';
import type { Answering } from './answering.ts';
import { type Refused, refuse } from './refusal.ts';

interface OfGroup {
  readonly organizationId: OrganizationId;
  readonly groupId: GroupId;
  readonly by: By;
}

/** An entry, and whether the group had it before. */
export interface Added {
  readonly entry: GroupEntryItem;
  readonly isExisting: boolean;
}

/**
 * Adds a member, an address or a domain to a group. The transaction writes the group, so its number of entries is exact; the groups of the
 * subject, so that it stands once in the group; and the member, so that nobody is added who leaves at the same time.
 */
export const addGroupEntry = <A>(
  { organizationId, groupId, subject, by }: OfGroup & { readonly subject: GroupSubject },
  answering: Answering<Added, A>,
): Promise<A | Refused<'no_group' | 'no_member' | 'too_many_entries' | 'too_many_groups'>> =>
  retryInTurn(groupId, async () => {
    const found = await getGroupAndSubject(organizationId, groupId, subject);
    const { group, member } = found;
    if (!group) return refuse('no_group');
    if ('user_id' in subject && !(member && isPerson(member))) return refuse('no_member');
    const isOver = found.groupsOf && isOfEarlierMembership(found.groupsOf, member);
    if (isOver && member) await endEntriesOfMember({ organizationId, userId: member.user_id, by });
    const groupsOf = isOver
      ? await getGroupsOf({ organization_id: organizationId, subject })
      : found.groupsOf;

    const present = groupsOf?.entries[ulidOf(groupId)];
    const existing = present && (await getGroupEntry(groupId, present));
    if (existing) return answering({ entry: existing, isExisting: true }, writeBookkeeping);
    if (group.entry_count >= groupEntriesMax) return refuse('too_many_entries');
    if (await standsInTooMany(organizationId, groupsOf)) return refuse('too_many_groups');

    const entry = newEntry(group, subject, member);
    return answering({ entry, isExisting: false }, (beside) =>
      commitChange({
        records: [groupEntryRecord('group.entry_added', entry, by)],
        writes: [
          ...createGroupEntry(entry, group, groupsOf),
          ...(member ? [replaceMember(member)] : []),
          ...beside,
        ],
      }),
    );
  });

/** Groups that were deleted a moment ago do not count. */
async function standsInTooMany(
  organizationId: OrganizationId,
  groupsOf: GroupsOf | undefined,
): Promise<boolean> {
  const ids = groupIdsOf(groupsOf);
  return (
    ids.length >= groupsOfSubjectMax && (await getGroups(organizationId, ids)).length >= groupsOfSubjectMax
  );
}

const groupIdsOf = (groupsOf: GroupsOf | undefined): GroupId[] =>
  Object.keys(groupsOf?.entries ?? {}).map((ulid) => `grp_${ulid}` as const);

const newEntry = (
  { id: group_id, organization_id }: GroupItem,
  subject: GroupSubject,
  member: MemberItem | undefined,
): GroupEntryItem => ({
  id: newId('gre'),
  group_id,
  organization_id,
  ...(member
    ? { user_id: member.user_id, joined_at: member.joined_at }
    : 'user_id' in subject
      ? {}
      : subject),
});

const isOfEarlierMembership = (groupsOf: GroupsOf, member: MemberItem | undefined): boolean =>
  member !== undefined && groupsOf.joined_at !== member.joined_at;

/** Removes an entry from a group. */
export const deleteGroupEntry = ({
  organizationId,
  groupId,
  entryId,
  by,
}: OfGroup & { readonly entryId: GroupEntryId }): Promise<'deleted' | Refused<'no_group' | 'no_entry'>> =>
  retryInTurn(groupId, async () => {
    const [group, entry] = await Promise.all([
      getGroup(organizationId, groupId),
      getGroupEntry(groupId, entryId),
    ]);
    if (!group) return refuse('no_group');
    if (!entry) return refuse('no_entry');
    await remove(entry, group, by);
    return 'deleted';
  });

const remove = async (entry: GroupEntryItem, group: GroupItem, by: By): Promise<unknown> => {
  const groupsOf = await getGroupsOf({
    organization_id: entry.organization_id,
    subject: subjectOf(entry),
  });
  return commitChange({
    records: [groupEntryRecord('group.entry_removed', entry, by)],
    writes: removeGroupEntry(entry, group, groupsOf),
  });
};

interface OfMember {
  readonly organizationId: OrganizationId;
  readonly userId: ActorId | MemberUserId;
  readonly by: By;
}

/**
 * Removes the entries of a former member from all groups. The entries count for nothing from the moment when the member has left, because
 * each belongs to one membership: this act only cleans up, and can be repeated.
 */
export async function endEntriesOfMember({ organizationId, userId, by }: OfMember): Promise<void> {
  const user_id = `user_${ulidOf(userId)}` as const;
  const subject = { organization_id: organizationId, subject: { user_id } };
  for (const groupId of groupIdsOf(await getGroupsOf(subject)))
    await retryOnConflict(async () => {
      const [groupsOf, group, [member]] = await Promise.all([
        getGroupsOf(subject),
        getGroup(organizationId, groupId),
        getMembers(organizationId, [user_id]),
      ]);
      const entryId = groupsOf?.entries[ulidOf(groupId)];
      if (!groupsOf || entryId === undefined || groupsOf.joined_at === member?.joined_at) return;
      const entry = await getGroupEntry(groupId, entryId);
      // The entries of a deleted group are removed by a worker.
      if (entry && group) await remove(entry, group, by);
    });
}
