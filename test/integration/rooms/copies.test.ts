import { expect, test, vi } from 'vitest';
import { type RoomItemId, ulidOf } from '../../../shared/contract/identifiers.ts';
import { createDocument } from '../../../shared/data/documents/documents.ts';
import { deletedDocumentKey, documentKey } from '../../../shared/data/keys/documents.ts';
import { roomKey } from '../../../shared/data/keys/rooms.ts';
import { faultsOfRoom } from '../../../shared/data/rooms/roomFaults.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { ownedOrganization } from '../../support/people/people.ts';
import { storedRoom } from '../../support/rooms/storedRoom.ts';
import { sendGraceMilliseconds, sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { readyDocument } from '../../support/storedDocuments.ts';

const stage = await sharedFaultyStage();
const { call, table } = stage;

/** A room with a folder, and a document in it; with the calls of its manager. */
async function roomWithDocument() {
  const { id: organizationId, owner, by } = await ownedOrganization();
  const { id } = await storedRoom(owner, { numbering: 'shared' });
  const room = { ...by, path: { room_id: id } };
  const created_by = { id: owner.id, type: 'user_account', name: owner.name } as const;
  const version = { id: newId('ver'), size_bytes: 1 };
  const stored = readyDocument({ organization_id: organizationId, created_by }, version);
  await transact([createDocument(stored)]);
  const first = stored.id;
  const document = { ...by, path: { document_id: first } };
  const folder = await call.createRoomItems({ ...room, json: { kind: 'folder', name: 'Contracts' } });
  const parent_id = 'id' in folder.body ? folder.body.id : '';
  const add = () =>
    call.createRoomItems({ ...room, json: { kind: 'document', document_id: first, parent_id } });
  await add();
  await call.createRoomItems({ ...room, json: { kind: 'folder', name: 'after it', parent_id } });
  await stage.catchUp();
  const rows = () => table.partition(roomKey(id).pk);
  return {
    id,
    room,
    document,
    add,
    item_id: `itm_${ulidOf(first)}` as RoomItemId,
    rows,
    copy: async () => (await rows()).find(({ sk }) => sk.startsWith('IN#')),
    folder: async () => (await rows()).find(({ id: one }) => one === parent_id),
    count: async () => (await call.getRoom(room)).body.item_count,
    tree: async () =>
      (await call.listRoomItems({ ...room, query: { recursive: 'true' } })).body.items.map(
        ({ number, name }) => `${number} ${name}`,
      ),
    due: async () =>
      (await table.partition(documentKey(first).pk)).filter(({ sk }) => sk.startsWith('ROOMCOPIES#')),
  };
}

/** Passes the messages to the worker, as often as they were sent. */
async function work(): Promise<void> {
  for (const message of await stage.takeMessages('removals'))
    expect(await stage.consume('removeDeleted', message)).toEqual([]);
}

/** Runs the sweep, when all requests have ended that had read the document before it changed. */
async function sweep(): Promise<void> {
  vi.setSystemTime(Date.now() + 2 * sendGraceMilliseconds);
  await stage.invoke('sweepDue', {});
  await work();
}

test('a document that is deleted and restored is counted, and its copy says so', async () => {
  const { document, copy, count, folder, due, tree } = await roomWithDocument();
  expect(await count()).toBe(3);

  await call.deleteDocument(document);
  await work();
  expect([await count(), (await copy())?.absent, (await folder())?.deleted_count]).toEqual([2, 'deleted', 1]);
  expect(await tree()).toEqual(['1 Contracts', '1.2 after it']);

  await call.restoreDocument(document);
  await work();
  expect([await count(), (await copy())?.absent, (await folder())?.deleted_count]).toEqual([
    3,
    undefined,
    undefined,
  ]);
  expect(await due()).not.toEqual([]);
  await sweep();
  expect(await due()).toEqual([]);
});

test('a change whose messages were lost is found by the sweep', async () => {
  const { document, copy, count, due } = await roomWithDocument();

  await call.deleteDocument(document);
  await stage.takeMessages('removals');
  await sweep();

  expect([await count(), (await copy())?.absent]).toEqual([2, 'deleted']);
  expect(await due()).toEqual([]);
});

test('the creator of a private document is known to the room', async () => {
  const { document, copy } = await roomWithDocument();
  const { id } = (await call.getDocument(document)).body.created_by;
  const set = async (access_level: string) => {
    await call.setDocumentAccessLevel({ ...document, json: { access_level } });
    await work();
    return (await copy())?.private_of;
  };

  expect([await set('private'), await set('public')]).toEqual([id, undefined]);
});

test('a document that is removed for ever leaves the room, with its access entries', async () => {
  const { room, document, rows, count, item_id, tree, folder } = await roomWithDocument();
  await call.createRoomAccess({ ...room, json: { item_id, organization: true, level: 'view' } });
  await call.deleteDocument(document);
  await work();

  await table.letTimePass(31 * 24 * 60 * 60_000);
  await stage.invoke('sweepDue', {});
  await work();
  await sweep();

  expect(await tree()).toEqual(['1 Contracts', '1.1 after it']);
  expect(await count()).toBe(2);
  expect(await folder()).toMatchObject({ document_count: 0 });
  expect((await rows()).map(({ sk }) => sk).filter((sk) => /^(IN|PLACE|FRAME#ACCESS)#/.test(sk))).toEqual([]);
});

test.for(['never deleted here', 'deleted here'])(
  'a document that an older release removed, %s, can be taken out',
  async (how) => {
    const { id, room, document, item_id, rows, count, folder, tree } = await roomWithDocument();
    const { document_id } = document.path;
    const item = { ...room, path: { ...room.path, item_id } };
    if (how === 'deleted here') {
      await call.deleteDocument(document);
      await work();
      expect((await call.deleteRoomItem(item)).status).toBe(404);
    }
    expect(await faultsOfRoom(id)).toEqual([]);
    for (const key of [documentKey, deletedDocumentKey]) await table.remove(key(document_id));
    expect(await faultsOfRoom(id)).toEqual([`${document_id} is in the room, and does not exist`]);

    expect((await call.deleteRoomItem(item)).status).toBe(200);

    expect((await rows()).filter(({ sk }) => /^(IN|PLACE)#/.test(sk))).toEqual([]);
    expect([await count(), (await folder())?.document_count, (await folder())?.deleted_count]).toEqual([
      2,
      0,
      undefined,
    ]);
    expect(await tree()).toEqual(['1 Contracts', '1.1 after it']);
    expect(await faultsOfRoom(id)).toEqual([]);
    expect((await call.deleteRoomItem(item)).status).toBe(404);
  },
);
