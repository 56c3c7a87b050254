import { itemOfRoom, itemsOfRoom, type RoomItem, room as roomSchema } from '../../contract/resources/room.ts';
import { changedFields } from '../../data/activity/changedFields.ts';
import type { RoomRecord } from '../../data/rooms/rooms.ts';
import { presentRoom } from '../../presentation/rooms.ts';
import { type By, type ChangeRecord, ofOrganization } from './record.ts';

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
