import type { IncomingMessage } from 'node:http';
import { expect, test, vi } from 'vitest';
import { roomKey } from '../../../shared/data/keys/rooms.ts';
import { getFrame } from '../../../shared/data/rooms/frame.ts';
import { storedApiKey, storedOrganization } from '../../support/people/people.ts';
import { storedRoom } from '../../support/rooms/storedRoom.ts';
import { isChange } from '../../support/stages/faultyProxy.ts';
import { sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { storeDocuments } from '../../support/storedDocuments.ts';

const stage = await sharedFaultyStage();
const { call, table } = stage;

const noItem = `itm_${'0'.repeat(26)}`;

/** Longer than a request that adds items can pause between two transactions without losing the room. */
const stoppedMilliseconds = 4000;

/** From the change with this number on, the table refuses all changes: as if the process was killed. Returns how many it refused. */
function refuseFrom(ordinal: number): () => number {
  let changes = 0;
  stage.dynamodb.faultOf = (request: IncomingMessage) => {
    if (!isChange(request)) return undefined;
    changes += 1;
    return changes >= ordinal ? 'denying' : undefined;
  };
  return () => Math.max(changes - ordinal + 1, 0);
}

test('a request for a hundred items that stops at any change adds none, holds nobody up, and can be repeated', async () => {
  const { id: organizationId, owner } = await storedOrganization();
  const { headers } = await storedApiKey(owner);
  const documents = await storeDocuments(organizationId, 60);
  const other = await storedRoom(owner);
  for (const document_id of documents)
    await call.createRoomItems({
      as: null,
      headers,
      path: { room_id: other.id },
      json: { kind: 'document', document_id },
    });
  let ordinal = 0;
  for (let isStopped = true; isStopped; ) {
    ordinal += 1;
    const { id } = await storedRoom(owner);
    const room = { as: null, headers, path: { room_id: id } } as const;
    const made = await call.createRoomItems({ ...room, json: { kind: 'folder', name: 'Contracts' } });
    const parent_id = 'id' in made.body ? made.body.id : '';
    const items = [
      ...documents.map((document_id) => ({ kind: 'document', document_id, parent_id })),
      ...documents.slice(20).map((name) => ({ kind: 'folder', name })),
    ];
    const add = () =>
      call.createRoomItems({
        ...room,
        headers: { ...headers, 'Idempotency-Key': id },
        json: { items },
      });
    const tree = async () =>
      (await call.listRoomItems({ ...room, query: { recursive: 'true', limit: '100' } })).body.items.length;
    const count = async () => (await call.getRoom(room)).body.item_count;

    const refused = refuseFrom(ordinal);
    const { status } = await add();
    isStopped = refused() > 0;
    stage.mend();

    if (isStopped) {
      expect(status).toBeGreaterThanOrEqual(500);
      expect([await tree(), await count()]).toEqual([1, 1]);
      vi.setSystemTime(Date.now() + stoppedMilliseconds);
      const path = { ...room.path, item_id: parent_id };
      const json = { name: 'Plans' };
      const change = [
        () => call.updateRoomItem({ ...room, path, json }),
        () => call.updateRoom({ ...room, json }),
        () => call.createRoomItems({ ...room, json: { ...json, kind: 'folder', after: noItem } }),
      ][ordinal % 3];
      expect((await change?.())?.status).toBeLessThan(500);
      const rows = await table.partition(roomKey(id).pk);
      expect(rows.map(({ sk }) => sk).filter((sk) => !/^FRAME#(ROOM|FOLDER#\w+)$/.test(sk))).toEqual([]);
      expect(rows).toHaveLength(2);
      expect(await add()).toMatchObject({ status: 201 });
    } else expect(status).toBe(201);
    expect((await add()).status).toBe(201);
    expect([await tree(), await count()]).toEqual([100, 101]);
    const frame = await getFrame(id);
    expect(frame?.folders.find((folder) => folder.id === parent_id)?.document_count).toBe(60);
  }
  expect(ordinal).toBeGreaterThan(4);
}, 300_000);
