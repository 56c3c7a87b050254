import { expect, test } from 'vitest';
import { roomKey } from '../../../shared/data/keys/rooms.ts';
import { storedApiKey, storedOrganization } from '../../support/people/people.ts';
import { storedRoom } from '../../support/rooms/storedRoom.ts';
import { anyPauseMilliseconds, sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { storeDocuments } from '../../support/storedDocuments.ts';
import { killedAt } from '../separateProcess.ts';

const stage = await sharedFaultyStage();
const { call, table } = stage;

async function onlyMessage(): Promise<string> {
  const [message = '', ...others] = await stage.takeMessages('removals');
  expect([message !== '', others]).toEqual([true, []]);
  return message;
}

/** A room with a folder, which has a folder and documents, all with access entries. */
async function filledRoom() {
  const { id: organizationId, owner } = await storedOrganization();
  const { headers } = await storedApiKey(owner);
  const { id } = await storedRoom(owner);
  const room = { as: null, headers, path: { room_id: id } } as const;
  const add = async (json: object) => {
    const { body } = await call.createRoomItems({ ...room, json });
    return 'id' in body ? body.id : '';
  };
  const [first, second] = await storeDocuments(organizationId, 2);
  const outer = await add({ kind: 'folder', name: 'outer' });
  const inner = await add({ kind: 'folder', name: 'inner', parent_id: outer });
  const items = [
    outer,
    inner,
    await add({ kind: 'document', document_id: first, parent_id: outer }),
    await add({ kind: 'document', document_id: second, parent_id: inner }),
  ];
  for (const item_id of items)
    await call.createRoomAccess({ ...room, json: { item_id, organization: true, level: 'view' } });
  return {
    room,
    add,
    outer,
    first,
    rows: async () => (await table.partition(roomKey(id).pk)).map(({ sk }) => sk),
    count: async () => (await call.getRoom(room)).body.item_count,
  };
}

/** Runs the worker that removes things, killed at the change with this number, and completes the removal. Resolves with whether it was killed. */
async function removedAfterKill(ordinal: number, message: string): Promise<boolean> {
  const isKilled = await killedAt(stage, 'removeDeleted', message, ordinal);
  if (isKilled) {
    await table.letTimePass(anyPauseMilliseconds);
    await stage.invoke('sweepDue', {});
    expect(await stage.consume('removeDeleted', await onlyMessage())).toEqual([]);
  }
  expect(await stage.consume('removeDeleted', message)).toEqual([]);
  return isKilled;
}

test('a removal of a folder that is killed at any change is completed, and spares what was added again', async () => {
  let ordinal = 0;
  for (let isKilled = true; isKilled; ) {
    ordinal += 1;
    const { room, outer, first, add, rows, count } = await filledRoom();
    await call.deleteRoomItem({ ...room, path: { ...room.path, item_id: outer } });
    const message = await onlyMessage();
    const again = await add({ kind: 'document', document_id: first });
    await call.createRoomAccess({ ...room, json: { item_id: again, organization: true, level: 'view' } });

    isKilled = await removedAfterKill(ordinal, message);

    expect(await count()).toBe(1);
    const left = (await rows()).map((sk) => /^\w+(#[A-Z]+(?=#|$))?/.exec(sk)?.[0]);
    expect(left.sort()).toEqual(['FRAME#ACCESS', 'FRAME#ROOM', 'IN#TOP', 'PLACE']);
    expect((await call.listRoomAccess(room)).body.items.map(({ item_id }) => item_id)).toEqual([again]);
  }
  expect(ordinal).toBeGreaterThan(4);
}, 300_000);

test('a removal of a room that is killed at any change is completed', async () => {
  let ordinal = 0;
  for (let isKilled = true; isKilled; ) {
    ordinal += 1;
    const { room, rows } = await filledRoom();
    await call.deleteRoom(room);

    isKilled = await removedAfterKill(ordinal, await onlyMessage());

    expect(await rows()).toEqual([]);
  }
  expect(ordinal).toBeGreaterThan(1);
}, 300_000);
