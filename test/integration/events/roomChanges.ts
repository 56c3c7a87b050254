import type { RoomItem } from '../../../shared/contract/resources/room.ts';
import { answered, change, eventOf, nothing, removed, silent } from './expectedEvents.ts';
import { addPolicy, call, uniqueName } from './service.ts';

/** A room of the owner, with an item, an access entry and a policy at its gate. */
async function filledRoom() {
  const { body: room } = await call.createRoom({ json: { name: uniqueName() } });
  const path = { room_id: room.id };
  const added = await call.createRoomItems({ path, json: { kind: 'folder', name: 'Contracts' } });
  const item = added.body as RoomItem;
  const access = (await call.createRoomAccess({ path, json: { organization: true, level: 'view' } })).body;
  const policy_id = (await addPolicy()).id;
  const gate = (await call.attachRoomPolicy({ path, json: { policy_id } })).body;
  return {
    room: { ...room, item_count: 1 },
    path,
    item,
    access,
    gate,
    another: (await addPolicy()).id,
    ofItem: { ...path, item_id: item.id },
    ofAccess: { ...path, access_id: access.id },
    ofPolicy: { ...path, policy_id },
  };
}

export const roomChanges = [
  answered('createRoom', nothing, 'room.created', () => call.createRoom({ json: { name: uniqueName() } })),
  answered('updateRoom', filledRoom, 'room.updated', ({ path }) =>
    call.updateRoom({ path, json: { name: uniqueName(), state: 'closed' } }),
  ),
  removed('deleteRoom', filledRoom, 'room.deleted', ({ room, path }) => [room, call.deleteRoom({ path })]),
  change('createRoomItems', filledRoom, async ({ path }) => {
    const items = ['One', 'Two'].map((name) => ({ kind: 'folder', name }));
    const { body } = await call.createRoomItems({ path, json: { items } });
    return [eventOf('room.item_added', { ...path, items: 'items' in body ? body.items : [] })];
  }),
  change('updateRoomItem', filledRoom, async ({ path, ofItem }) => {
    const json = { name: 'Deeds', state: 'draft' };
    const item = (await call.updateRoomItem({ path: ofItem, json })).body;
    return [eventOf('room.item_updated', { ...path, item })];
  }),
  removed('deleteRoomItem', filledRoom, 'room.item_removed', ({ path, item, ofItem }) => [
    { ...path, item },
    call.deleteRoomItem({ path: ofItem }),
  ]),
  change('createRoomAccess', filledRoom, async ({ path }) => {
    const json = { email: 'ines@guests.example', level: 'download', send_mail: false };
    const access = (await call.createRoomAccess({ path, json })).body;
    return [eventOf('room.access_granted', { ...path, access })];
  }),
  change('updateRoomAccess', filledRoom, async ({ path, ofAccess }) => {
    const json = { level: 'none', expires_at: '2099-12-31T00:00:00.000Z' };
    const access = (await call.updateRoomAccess({ path: ofAccess, json })).body;
    return [eventOf('room.access_updated', { ...path, access })];
  }),
  removed('deleteRoomAccess', filledRoom, 'room.access_ended', ({ path, access, ofAccess }) => [
    { ...path, access },
    call.deleteRoomAccess({ path: ofAccess }),
  ]),
  answered('attachRoomPolicy', filledRoom, 'room.policy_attached', ({ path, another }) =>
    call.attachRoomPolicy({ path, json: { policy_id: another } }),
  ),
  removed('detachRoomPolicy', filledRoom, 'room.policy_detached', ({ gate, ofPolicy }) => [
    gate,
    call.detachRoomPolicy({ path: ofPolicy }),
  ]),
];

/** Requests that change nothing, because the room is as they ask for. */
export const roomsUnchanged = [
  silent('updateRoom to the values that it has', filledRoom, ({ path, room }) =>
    call.updateRoom({ path, json: { name: room.name, description: null, state: 'open' } }),
  ),
  silent('updateRoomItem to the values that it has', filledRoom, ({ ofItem }) =>
    call.updateRoomItem({ path: ofItem, json: { name: 'Contracts', opens_at: null } }),
  ),
  silent('updateRoomAccess to the values that it has', filledRoom, ({ ofAccess }) =>
    call.updateRoomAccess({ path: ofAccess, json: { level: 'view', expires_at: null } }),
  ),
  silent('attachRoomPolicy of an attached policy', filledRoom, ({ path, ofPolicy }) =>
    call.attachRoomPolicy({ path, json: { policy_id: ofPolicy.policy_id } }),
  ),
];
