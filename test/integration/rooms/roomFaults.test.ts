import { expect, test } from 'vitest';
import { faultsOfRoom } from '../../../shared/data/rooms/roomFaults.ts';
import { storedApiKey, storedOrganization } from '../../support/people/people.ts';
import { storedRoom } from '../../support/rooms/storedRoom.ts';
import { sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { storeDocuments } from '../../support/storedDocuments.ts';

const { call } = await sharedFaultyStage();

test('a room has no faults after a request that adds items to a folder in several transactions', async () => {
  const { id: organizationId, owner } = await storedOrganization();
  const { headers } = await storedApiKey(owner);
  const documents = await storeDocuments(organizationId, 60);
  const { id } = await storedRoom(owner);
  const room = { as: null, headers, path: { room_id: id } } as const;
  const { body } = await call.createRoomItems({ ...room, json: { kind: 'folder', name: 'Contracts' } });
  const parent_id = 'id' in body ? body.id : '';
  const items = documents.map((document_id) => ({ kind: 'document', document_id, parent_id }));

  expect((await call.createRoomItems({ ...room, json: { items } })).status).toBe(201);

  expect(await faultsOfRoom(id)).toEqual([]);
});
