import * as z from 'zod/mini';
import { type GroupId, groupId, type OrganizationId, organizationId } from '../../contract/identifiers.ts';
import { groupKey, groupNamesKey, groupPrefix, removedGroupKey } from '../keys/groups.ts';
import { organizationKey } from '../keys/organizations.ts';
import { duePlace } from '../keys/work.ts';
import {
  type Bookkeeping,
  bookkeeping,
  type Change,
  creation,
  removalAt,
  removalIfThere,
  replacement,
} from '../table/commit.ts';
import { newId } from '../table/ids.ts';
import { type ListPage, type ListRange, readListPage } from '../table/listPages.ts';
import { parseItem } from '../table/parse.ts';
import { queryAs, readAs, readEach, readTogether, under } from '../table/read.ts';
import { sendGraceMilliseconds } from '../work/due.ts';
import { dropGroupName, type GroupNames, groupNamesItem, keepGroupName } from './groupNames.ts';

/** A group of an organization. Its entries are in a partition of their own (`entries.ts`). */
export const groupItem = z.object({
  id: groupId,
  organization_id: organizationId,
  name: z.string(),
  description: z.nullable(z.string()),
  /** Exact: every commit that adds or removes an entry replaces the group. */
  entry_count: z.int(),
  revision: z.int(),
});
export type GroupItem = z.infer<typeof groupItem>;

export const getGroup = (organizationId: OrganizationId, groupId: GroupId): Promise<GroupItem | undefined> =>
  readAs(groupItem, groupKey(organizationId, groupId));

/** Reads groups of an organization, 100 in a request, in the order of their ids. Missing ones are left out. */
export const getGroups = (
  organizationId: OrganizationId,
  groupIds: readonly GroupId[],
): Promise<GroupItem[]> =>
  readEach(
    groupItem,
    groupIds.map((id) => groupKey(organizationId, id)),
  );

/** Lists all groups of an organization, oldest first: for operators. */
export const listEveryGroup = (organizationId: OrganizationId): Promise<GroupItem[]> =>
  queryAs(groupItem, under(organizationKey(organizationId), groupPrefix));

/** Lists a page of an organization's groups, newest first. */
export const listGroupPage = (
  organizationId: OrganizationId,
  range: ListRange,
): Promise<ListPage<GroupItem>> =>
  readListPage([{ partition: organizationKey(organizationId).pk, prefix: groupPrefix }], range, (item) =>
    parseItem(groupItem, item),
  );

/** Reads a group, if its id is given, and the names of the organization's groups, in one round trip. */
export async function getGroupAndNames(organizationId: OrganizationId, groupId?: GroupId) {
  const { group, names = { organization_id: organizationId, names: {}, revision: 0 } } = await readTogether({
    names: [groupNamesItem, groupNamesKey(organizationId)],
    group: [groupItem, groupId === undefined ? null : groupKey(organizationId, groupId)],
  });
  return { group, names };
}

/** Returns the first state of a group. */
export const newGroup = (
  given: Pick<GroupItem, 'organization_id' | 'name' | 'description'>,
  id: GroupId = newId('grp'),
): GroupItem => ({ ...given, id, entry_count: 0, revision: 1 });

/** Creates a group and stores its name; conflicts when a name of a group has changed since `names` were read. */
export const createGroup = (group: GroupItem, names: GroupNames): [Change<GroupItem>, Change<GroupNames>] => [
  creation(placeOf(group), group),
  keepGroupName(names, group),
];

/** Replaces a group; conflicts when it has changed since it was read. */
export const replaceGroup = (group: GroupItem): Change<GroupItem> => replacement(placeOf(group), group);

/** Replaces a group and stores its name; conflicts when the group or a name has changed since they were read. */
export const renameGroup = (group: GroupItem, names: GroupNames): [Change<GroupItem>, Change<GroupNames>] => [
  replaceGroup(group),
  keepGroupName(names, group),
];

/**
 * Deletes a group at `now` (epoch milliseconds); conflicts when it or a name of a group has changed since they were read. The removal of its
 * entries is due (`removal.ts`). Until then, entries of a group that does not exist count for nothing.
 */
export const deleteGroup = (group: GroupItem, names: GroupNames, now: number): Change[] => [
  removalAt(placeOf(group), group),
  dropGroupName(names, group),
  creation(
    {
      ...removedGroupKey(group.organization_id, group.id),
      ...duePlace(group.id, now + sendGraceMilliseconds),
    },
    { id: group.id, organization_id: group.organization_id, due_at_ms: now + sendGraceMilliseconds },
  ),
];

/** Removes a group without entries, together with its organization. */
export const removeGroup = ({ id, organization_id }: GroupItem): Bookkeeping =>
  bookkeeping('removal', removalIfThere(groupKey(organization_id, id)));

/** Ends the removal of a deleted group. */
export const endGroupRemoval = (organizationId: OrganizationId, groupId: GroupId): Bookkeeping =>
  bookkeeping('removal', removalIfThere(removedGroupKey(organizationId, groupId)));

const placeOf = ({ id, organization_id }: GroupItem) => groupKey(organization_id, id);
