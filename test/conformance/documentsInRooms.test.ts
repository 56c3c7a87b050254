import { describe, expect } from 'vitest';
import { call, readyDocument, uniqueTitle } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { base_url, session_cookies, user_ids } from '../support/organizations.ts';
import { addPolicy } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

const unknownRoom = `room_${'0'.repeat(26)}`;

/** Makes a room of the owner with a private document, which members may see. */
async function roomWithDocument() {
  const { body: room } = await call.createRoom({ json: { name: uniqueTitle('Sale') } });
  const { document_id, version_id } = await readyDocument({ fields: { access_level: 'private' } });
  const path = { room_id: room.id };
  await call.createRoomItems({ path, json: { kind: 'document', document_id } });
  await call.createRoomAccess({ path, json: { organization: true, level: 'view' } });
  return { room, path, ofDocument: { document_id }, ofVersion: { document_id, version_id } };
}

describe.concurrent('a document in a room', () => {
  test('is read where the request names the room, and nowhere else', async () => {
    const { room, ofDocument, ofVersion } = await roomWithDocument();
    const query = { room: room.id };
    const by = { as: 'member', query } as const;

    expect((await call.getDocument({ ...by, path: ofDocument })).body.id).toBe(ofDocument.document_id);
    expect((await call.listDocumentVersions({ ...by, path: ofDocument })).body.items).toHaveLength(1);
    expect((await call.listDocumentVersionDetails({ ...by, path: ofDocument })).body.items).toHaveLength(1);
    expect((await call.getDocumentVersion({ ...by, path: ofVersion })).body.id).toBe(ofVersion.version_id);
    expect(await call.getDocumentVersionDownload({ ...by, path: ofVersion })).toMatchObject(
      refused('insufficient_permissions'),
    );
    expect(await call.generateDocumentEntryPage({ ...by, path: ofDocument })).toMatchObject(
      refused('insufficient_permissions'),
    );
    expect(await call.getDocument({ as: 'member', path: ofDocument })).toMatchObject(
      refused('resource_not_found', 'document_id'),
    );
    expect(await call.getDocument({ as: 'outsider', path: ofDocument, query })).toMatchObject(
      refused('resource_not_found', 'room'),
    );
    expect(await call.getDocument({ path: ofDocument, query: { room: unknownRoom } })).toMatchObject(
      refused('resource_not_found', 'room'),
    );
  });

  test('says where readers accept the texts of the gate and of its own', async () => {
    const { room, path, ofDocument, ofVersion } = await roomWithDocument();
    const newText = () => addPolicy(uniqueTitle('Secrecy'), {}, { acknowledgement: 'Keep it secret' });
    const [atGate, own] = [await newText(), await newText()];
    await call.attachDocumentPolicy({ path: ofDocument, json: { policy_id: own.id } });
    const by = { as: 'member', query: { room: room.id } } as const;
    const messages = async () =>
      (
        await Promise.all([
          call.getDocument({ ...by, path: ofDocument }),
          call.getDocumentVersionDownload({ ...by, path: ofVersion }),
        ])
      ).map(({ error }) => error?.message);
    const address = `Open the document’s service_url with ?room=${room.id} in a browser.`;
    const asking = expect.stringContaining(`requires that you accept a text first. ${address}`);

    expect(await messages()).toEqual([asking, asking]);
    await call.attachRoomPolicy({ path, json: { policy_id: atGate.id } });
    await call.detachDocumentPolicy({ path: { ...ofDocument, policy_id: own.id } });
    expect(await messages()).toEqual([asking, asking]);
    await call.detachRoomPolicy({ path: { ...path, policy_id: atGate.id } });
    const { error } = await call.getDocumentVersionDownload({ ...by, path: ofVersion });
    expect(error?.message).toContain(address);
  });

  test('has its readings on the record of the room, without those of managers in the figures', async () => {
    const { room, path, ofDocument } = await roomWithDocument();
    const headers = { Accept: 'text/html', Cookie: session_cookies.member };
    const page = await fetch(`${base_url}/d/${ofDocument.document_id}?room=${room.id}`, { headers });
    expect(page.status).toBe(200);
    const owners = { ...headers, Cookie: session_cookies.owner };
    await fetch(`${base_url}/d/${ofDocument.document_id}?room=${room.id}`, { headers: owners });

    const { items } = (await call.listRoomActivity({ path, query: { type: 'viewed' } })).body;
    expect(items.map(({ room_id, document_id }) => [room_id, document_id])).toEqual(
      items.map(() => [room.id, ofDocument.document_id]),
    );
    expect(items).toHaveLength(2);
    const readers = await eventually(
      async () => (await call.listRoomReaders({ path })).body.items,
      (found) => found.length > 0,
    );
    expect(readers).toMatchObject([
      { person: { id: user_ids.member.replace('usr_', 'user_') }, documents_seen: 1, views: 1, downloads: 0 },
    ]);
    for (const list of [call.listRoomActivity, call.listRoomReaders])
      expect(await list({ as: 'member', path })).toMatchObject(refused('insufficient_permissions'));
  });
});
