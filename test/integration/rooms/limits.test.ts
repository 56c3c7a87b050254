import { expect, test } from 'vitest';
import {
  folderItemsMax,
  roomAccessMax,
  roomFoldersMax,
  roomItemsMax,
  roomsMax,
} from '../../../shared/contract/limits.ts';
import { roomCountKey } from '../../../shared/data/keys/rooms.ts';
import { placeDocument } from '../../../shared/data/rooms/items.ts';
import { creation, transact } from '../../../shared/data/table/commit.ts';
import { newId, newUlid } from '../../../shared/data/table/ids.ts';
import { memberIdOf, ownedOrganization, storedMember } from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { storedRoom } from '../../support/rooms/storedRoom.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { storeDocuments } from '../../support/storedDocuments.ts';

const { call, catchUp } = await sharedStage();

/** A room with numbers of items that are counted and not there, and the calls of its manager. */
async function roomWith(counts: Parameters<typeof storedRoom>[1] = {}) {
  const { id: organizationId, owner, by: as } = await ownedOrganization();
  const room = await storedRoom(owner, counts);
  const { id } = room;
  const by = { ...as, path: { room_id: id } } as const;
  const folder = (more: object = {}) => ({ kind: 'folder', name: 'More', ...more });
  return {
    id,
    room,
    organizationId,
    by,
    grant: (email: string) =>
      call.createRoomAccess({ ...by, json: { email, level: 'view', send_mail: false } }),
    folder,
    add: (json: object) => call.createRoomItems({ ...by, json }),
    count: async () => (await call.getRoom(by)).body.item_count,
  };
}

const full = refused('quota_exceeded');

test('a room has at most as many items as its limit, and a request that would exceed it adds none', async () => {
  const { add, folder, count } = await roomWith({ document_count: roomItemsMax - 2, deleted_count: 10 });

  expect(await add({ items: [folder(), folder(), folder()] })).toMatchObject(full);
  expect(await count()).toBe(roomItemsMax - 12);
  expect((await add({ items: [folder(), folder()] })).status).toBe(201);
  expect(await add(folder())).toMatchObject(full);
});

test('a room has at most as many folders as its limit', async () => {
  const { add, folder, organizationId } = await roomWith({ folder_count: roomFoldersMax - 1 });
  const [document_id] = await storeDocuments(organizationId, 1);

  expect((await add(folder())).status).toBe(201);
  expect(await add(folder())).toMatchObject(full);
  expect((await add({ kind: 'document', document_id })).status).toBe(201);
});

test('a folder has at most as many items as its limit, also after a move', async () => {
  const { id, add, folder, by } = await roomWith();
  const made = await add(folder());
  const parent_id = 'id' in made.body ? made.body.id : '';
  const documents = Array.from({ length: folderItemsMax - 1 }, (_, index) => ({
    document_id: newId('doc'),
    added: newUlid(),
    parent_id: parent_id as `itm_${string}`,
    order: `a${String(index).padStart(5, '0')}1`,
    state: 'open' as const,
    opens_at: null,
    created_at: new Date().toISOString(),
    revision: 1,
  }));
  for (let start = 0; start < documents.length; start += 50)
    await transact(documents.slice(start, start + 50).flatMap((one) => placeDocument(id, one, undefined)));

  expect(await add({ items: [folder({ parent_id }), folder({ parent_id })] })).toMatchObject(full);
  expect((await add(folder({ parent_id }))).status).toBe(201);
  expect(await add(folder({ parent_id }))).toMatchObject(full);
  const other = await add(folder());
  const item_id = 'id' in other.body ? other.body.id : '';
  const path = { ...by.path, item_id };
  expect(await call.updateRoomItem({ ...by, path, json: { parent_id } })).toMatchObject(full);
  expect((await call.getRoomItem({ ...by, path })).body).toEqual(other.body);
});

test('an organization has at most as many rooms as its limit', async () => {
  const { organizationId: organization_id, by } = await roomWith();
  const count = { organization_id, rooms: roomsMax - 1, revision: 1 };
  await transact([creation(roomCountKey(organization_id), count)]);
  const make = () => call.createRoom({ ...by, json: { name: 'One more' } });

  const made = await make();
  expect(made.status).toBe(201);
  expect(await make()).toMatchObject(full);
  expect((await call.deleteRoom({ ...by, path: { room_id: made.body.id } })).status).toBe(200);
  expect((await make()).status).toBe(201);
});

test('a room has at most as many access entries as its limit, and each that has ended can be replaced', async () => {
  const { room, grant } = await roomWith();
  const emails = Array.from({ length: roomAccessMax - 1 }, (_, index) => `guest${index}@guests.example`);
  const ended = { expires_at: '2020-01-01T00:00:00.000Z' };
  for (let start = 0; start < emails.length; start += 25)
    await Promise.all(emails.slice(start, start + 25).map((email) => room.grant({ email }, 'view', ended)));

  expect((await grant('last@guests.example')).status).toBe(201);
  expect(await grant('beyond@guests.example')).toMatchObject(full);
  expect((await grant('guest7@guests.example')).status).toBe(201);
});

test('leaving the organization ends the entries for an address, also for good', async () => {
  const { organizationId, by, grant } = await roomWith();
  const member = await storedMember(organizationId, 'member');
  const email = member.email?.toLowerCase() ?? '';
  const listed = async () => (await call.listRoomAccess(by)).body.items;
  const { body: made } = await grant(email);
  const { body: other } = await grant('pia@guests.example');
  await catchUp();

  await call.removeMember({ ...by, path: { user_id: memberIdOf(member) } });

  const [kept, ended] = await listed();
  expect([kept, ended]).toEqual([other, { ...made, expires_at: expect.any(String) }]);
  expect(Date.parse(ended?.expires_at ?? '')).toBeLessThanOrEqual(Date.now());
  const path = { ...by.path, access_id: made.id };
  expect(await call.updateRoomAccess({ ...by, path, json: { expires_at: null } })).toMatchObject(
    refused('invalid_value', 'expires_at'),
  );
  const again = await grant(email);
  expect(again).toMatchObject({ status: 201, body: { expires_at: null } });
  expect(await listed()).toEqual([again.body, other]);
});
