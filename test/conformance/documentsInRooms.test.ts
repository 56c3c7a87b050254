import { expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { addPolicy } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { ownRoom } from '../support/rooms/ownRoom.ts';

test('a document in a room is read where the request names the room, and nowhere else', async () => {
  const { room, path, addDocument, grant } = await ownRoom();
  const { document_id } = await addDocument({ access_level: 'private' });
  await grant({ organization: true, level: 'view' });
  const ofDocument = { document_id };
  const query = { room: room.id };
  const by = { as: 'member', query } as const;

  expect((await call.getDocument({ ...by, path: ofDocument })).body.id).toBe(document_id);
  expect(await call.getDocument({ as: 'member', path: ofDocument })).toMatchObject(
    refused('resource_not_found', 'document_id'),
  );
  expect(await call.getDocument({ as: 'outsider', path: ofDocument, query })).toMatchObject(
    refused('resource_not_found', 'room'),
  );
  for (const list of [call.listRoomActivity, call.listRoomReaders])
    expect(await list({ as: 'member', path })).toMatchObject(refused('insufficient_permissions'));

  // Readers accept the text of the document in the room.
  const own = await addPolicy(undefined, {}, { acknowledgement: 'Keep it secret' });
  await call.attachDocumentPolicy({ path: ofDocument, json: { policy_id: own.id } });
  const { error } = await call.getDocument({ ...by, path: ofDocument });
  expect(error?.message).toContain(
    `requires that you accept a text first. Open the document’s service_url with ?room=${room.id} in a browser.`,
  );
});
