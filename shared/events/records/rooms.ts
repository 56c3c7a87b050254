import type { PolicyId } from '../../contract/identifiers.ts';
import { activity as activitySchema } from '../../contract/resources/activity.ts';
import { itemOfRoom, itemsOfRoom, type RoomItem, room as roomSchema } from '../../contract/resources/room.ts';
import { activityList, newActivity } from '../../data/activity/activity.ts';
import { changedFields } from '../../data/activity/changedFields.ts';
import type { RoomRecord } from '../../data/rooms/rooms.ts';
import { presentActivity } from '../../presentation/present.ts';
import { presentRoom } from '../../presentation/rooms.ts';
import { publisher } from '../publisher.ts';
import { type By, type ChangeRecord, eventOf, ofOrganization } from './record.ts';

export const roomRecord = (
  type: 'room.created' | 'room.updated' | 'room.deleted',
  room: RoomRecord,
  by: By,
): ChangeRecord =>
  ofOrganization(room.organization_id, type, by, { details: { room_id: room.id, state: room.state } }, [
    roomSchema,
    presentRoom(room),
  ]);

/** Returns the record of a change of a room's own fields. */
export const roomUpdateRecord = (before: RoomRecord, after: RoomRecord, by: By): ChangeRecord => ({
  ...roomRecord('room.updated', after, by),
  changed: changedFields(
    before,
    after,
    ['name', 'numbering', 'state', 'opens_at', 'closes_at'],
    ['description'],
  ),
});

/** Returns the record of a room that is handed over: its maker becomes another one. */
export const roomTransferRecord = (before: RoomRecord, after: RoomRecord, by: By): ChangeRecord =>
  ofOrganization(
    after.organization_id,
    'room.updated',
    by,
    { details: { room_id: after.id, from: before.created_by.id, to: after.created_by.id } },
    [roomSchema, presentRoom(after)],
  );

type InOrganization = Pick<RoomRecord, 'id' | 'organization_id'>;

/** Returns the record of the items that one request added. */
export const itemsAddedRecord = (
  { id: room_id, organization_id }: InOrganization,
  items: readonly RoomItem[],
  by: By,
): ChangeRecord =>
  ofOrganization(
    organization_id,
    'room.item_added',
    by,
    { details: { room_id, item_ids: items.map(({ id }) => id) } },
    [itemsOfRoom, { room_id, items: [...items] }],
  );

/** Returns the record of a changed or removed item. */
export const itemRecord = (
  type: 'room.item_updated' | 'room.item_removed',
  { id: room_id, organization_id }: InOrganization,
  item: RoomItem,
  by: By,
): ChangeRecord =>
  ofOrganization(organization_id, type, by, { details: { room_id, item_id: item.id } }, [
    itemOfRoom,
    { room_id, item },
  ]);

/** Returns the record of a changed item. */
export const itemUpdateRecord = (
  room: InOrganization,
  before: RoomItem,
  after: RoomItem,
  by: By,
): ChangeRecord => ({
  ...itemRecord('room.item_updated', room, after, by),
  changed: changedFields(before, after, ['name', 'parent_id', 'number', 'state', 'opens_at']),
});

/** Returns the record of a reader who accepted a text at the gate of a room. */
export function acceptedAtGateRecord(
  { id: room_id, organization_id }: InOrganization,
  { user, staff, credential }: NonNullable<Exclude<By, { readonly user: null }>>,
  { policy_id, text_sha256 }: { readonly policy_id: PolicyId | null; readonly text_sha256: string },
): ChangeRecord {
  const entry = newActivity({
    type: 'acknowledged',
    organization_id,
    actor: user,
    staff,
    credential,
    document_id: null,
    version_id: null,
    policy_id,
    details: { room_id, text_sha256 },
  });
  const subject = [activitySchema, presentActivity(entry)] as const;
  return {
    entry,
    list: activityList.organization(organization_id),
    event: eventOf(
      'policy.acknowledged',
      organization_id,
      null,
      { user, staff, credential },
      subject,
      entry.id,
    ),
    publisher,
  };
}
