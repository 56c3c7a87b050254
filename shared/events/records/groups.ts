import { type GroupId, ulidOf } from '../../contract/identifiers.ts';
import { group as groupSchema } from '../../contract/resources/group.ts';
import { changedFields } from '../../data/activity/changedFields.ts';
import type { GroupEntryItem } from '../../data/groups/entries.ts';
import type { GroupItem } from '../../data/groups/groups.ts';
import { presentGroup } from '../../presentation/groups.ts';
import { actRecord, type By, type ChangeRecord, entryOf, ofOrganization, type TypeOf } from './record.ts';

export const groupRecord = (type: TypeOf<'group'>, group: GroupItem, by: By): ChangeRecord =>
  ofOrganization(group.organization_id, type, by, { details: about(group.id) }, [
    groupSchema,
    presentGroup(group),
  ]);

/** Returns the record of a group's new name or description. */
export const groupUpdateRecord = (before: GroupItem, after: GroupItem, by: By): ChangeRecord => ({
  ...groupRecord('group.updated', after, by),
  changed: changedFields(before, after, ['name'], ['description']),
});

const about = (group_id: GroupId) => ({ group_id });

/**
 * Returns the record of an entry that was added to a group, or removed. It has no event. The address or domain is in the part that can be
 * erased.
 */
export const groupEntryRecord = (
  type: 'group.entry_added' | 'group.entry_removed',
  { id, group_id, organization_id, user_id, email, domain }: GroupEntryItem,
  by: By,
): ChangeRecord => {
  const address = email ?? domain;
  const details = {
    ...about(group_id),
    entry_id: id,
    ...(user_id && { user_id: `usr_${ulidOf(user_id)}` }),
  };
  return {
    ...actRecord(type, organization_id, by, details),
    entry: entryOf(type, organization_id, by, { details, ...(address !== undefined && { address }) }),
  };
};
