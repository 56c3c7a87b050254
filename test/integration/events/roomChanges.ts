import { expect } from 'vitest';
import type { EventData } from '../../../shared/contract/events.ts';
import type { EventType } from '../../../shared/contract/eventTypes.ts';
import type { RoomItem } from '../../../shared/contract/resources/room.ts';
import type { Change, ExpectedEvent } from './expectedEvents.ts';
import { addPolicy, call, uniqueName } from './service.ts';

const eventOf = <T extends EventType>(type: T, data: EventData<T>): ExpectedEvent => ({
  type,
  data,
  by: 'owner',
});

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
type Filled = Awaited<ReturnType<typeof filledRoom>>;

/** A change of a filled room, which returns the event that it must cause. */
const inRoom = (what: string, change: (there: Filled) => Promise<ExpectedEvent>): Change => ({
  what,
  prepare: async () => {
    const there = await filledRoom();
    return async () => [await change(there)];
  },
});

const done = ({ status }: { readonly status: number }): void => expect(status).toBe(200);

export const roomChanges: readonly Change[] = [
  {
    what: 'createRoom',
    prepare: async () => async () => [
      eventOf('room.created', (await call.createRoom({ json: { name: uniqueName() } })).body),
    ],
  },
  inRoom('updateRoom', async ({ path }) => {
    const json = { name: uniqueName(), state: 'closed' };
    return eventOf('room.updated', (await call.updateRoom({ path, json })).body);
  }),
  inRoom('deleteRoom', async ({ path, room }) => {
    done(await call.deleteRoom({ path }));
    return eventOf('room.deleted', room);
  }),
  inRoom('createRoomItems', async ({ path }) => {
    const items = ['One', 'Two'].map((name) => ({ kind: 'folder', name }));
    const { body } = await call.createRoomItems({ path, json: { items } });
    return eventOf('room.item_added', { ...path, items: 'items' in body ? body.items : [] });
  }),
  inRoom('updateRoomItem', async ({ path, ofItem }) => {
    const json = { name: 'Deeds', state: 'draft' };
    return eventOf('room.item_updated', {
      ...path,
      item: (await call.updateRoomItem({ path: ofItem, json })).body,
    });
  }),
  inRoom('deleteRoomItem', async ({ path, ofItem, item }) => {
    done(await call.deleteRoomItem({ path: ofItem }));
    return eventOf('room.item_removed', { ...path, item });
  }),
  inRoom('createRoomAccess', async ({ path }) => {
    const json = { email: 'ines@guests.example', level: 'download', send_mail: false };
    return eventOf('room.access_granted', {
      ...path,
      access: (await call.createRoomAccess({ path, json })).body,
    });
  }),
  inRoom('updateRoomAccess', async ({ path, ofAccess }) => {
    const json = { level: 'none', expires_at: '2099-12-31T00:00:00.000Z' };
    const { body } = await call.updateRoomAccess({ path: ofAccess, json });
    return eventOf('room.access_updated', { ...path, access: body });
  }),
  inRoom('deleteRoomAccess', async ({ path, ofAccess, access }) => {
    done(await call.deleteRoomAccess({ path: ofAccess }));
    return eventOf('room.access_ended', { ...path, access });
  }),
  inRoom('attachRoomPolicy', async ({ path, another }) => {
    const json = { policy_id: another };
    return eventOf('room.policy_attached', (await call.attachRoomPolicy({ path, json })).body);
  }),
  inRoom('detachRoomPolicy', async ({ ofPolicy, gate }) => {
    done(await call.detachRoomPolicy({ path: ofPolicy }));
    return eventOf('room.policy_detached', gate);
  }),
];

/** Requests that change nothing, because the room is as they ask for. */
export const roomsUnchanged = [
  {
    what: 'updateRoom to the values that it has',
    status: 200,
    prepare: async () => {
      const { path, room } = await filledRoom();
      return () => call.updateRoom({ path, json: { name: room.name, description: null, state: 'open' } });
    },
  },
  {
    what: 'updateRoomItem to the values that it has',
    status: 200,
    prepare: async () => {
      const { ofItem } = await filledRoom();
      return () => call.updateRoomItem({ path: ofItem, json: { name: 'Contracts', opens_at: null } });
    },
  },
  {
    what: 'updateRoomAccess to the values that it has',
    status: 200,
    prepare: async () => {
      const { ofAccess } = await filledRoom();
      return () => call.updateRoomAccess({ path: ofAccess, json: { level: 'view', expires_at: null } });
    },
  },
  {
    what: 'attachRoomPolicy of an attached policy',
    status: 200,
    prepare: async () => {
      const { path, ofPolicy } = await filledRoom();
      return () => call.attachRoomPolicy({ path, json: { policy_id: ofPolicy.policy_id } });
    },
  },
];
