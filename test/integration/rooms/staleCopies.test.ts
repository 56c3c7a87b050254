import { expect, test } from 'vitest';
import { createDocument, type DocumentItem } from '../../../shared/data/documents/documents.ts';
import { getFrame } from '../../../shared/data/rooms/frame.ts';
import type { PlacedDocument } from '../../../shared/data/rooms/items.ts';
import { treeOf } from '../../../shared/data/rooms/tree.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId, newUlid } from '../../../shared/data/table/ids.ts';
import { RoomView } from '../../../shared/reading/rooms/view.ts';
import { storedApiKey, storedOrganization, storedPerson } from '../../support/people/people.ts';
import { storedRoom } from '../../support/rooms/storedRoom.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { readyDocument } from '../../support/storedDocuments.ts';
import { walk } from '../../support/walk.ts';

const { call } = await sharedStage();

const stranger = { id: newId('user'), type: 'user_account', name: 'Left' } as const;
const hidden: Readonly<Record<string, Partial<DocumentItem>>> = {
  deleted: { deletion_id: newUlid(), restorable_until_ms: Date.now() + 3_600_000 },
  unready: { processing_status: 'processing', current_version: null },
  'private of somebody who left': { access_level: 'private', created_by: stranger },
  'of another organization': { organization_id: newId('org') },
};

/** A room with documents at its top, of which a reader sees all. */
async function scene(documents_at_top: number) {
  const { id: organization_id, owner } = await storedOrganization();
  const reader = await storedPerson({ proven_at: new Date().toISOString() });
  const room = await storedRoom(owner, { documents_at_top });
  await room.grant({ email: reader.email ?? '' }, 'view');
  const add = async (
    title: string,
    stored: Partial<DocumentItem> = {},
    placed: Partial<PlacedDocument> = {},
  ) => {
    const document = readyDocument({ organization_id, title }, { id: newId('ver'), size_bytes: 1 });
    await transact([createDocument({ ...document, ...stored })]);
    return { document, placed: await room.addDocument(document.id, placed) };
  };
  return { owner, reader, room, path: { room_id: room.id }, add };
}

/** Lists the items of a room, two on a page. Returns the names on each page. */
async function pagesOf(
  headers: Readonly<Record<string, string>>,
  path: { room_id: string },
  recursive: string,
) {
  const ask = (query: Readonly<Record<string, string>>) => call.listRoomItems({ headers, path, query });
  return (await walk(ask, { limit: '2', recursive })).map(({ items }) => items.map(({ name }) => name));
}

test.for(Object.keys(hidden))(
  'a document that is %s is hidden before its copies in rooms say so, and pages are full',
  async (state) => {
    const { reader, path, add } = await scene(8);
    const { headers } = await storedApiKey(reader);
    const ids: Record<string, string> = {};
    for (const title of ['a', 'b', 'hidden 1', 'c', 'hidden 2', 'hidden 3', 'd', 'e']) {
      const { placed } = await add(title, title.startsWith('hidden') ? hidden[state] : {});
      ids[title] = `itm_${placed.document_id.slice('doc_'.length)}`;
    }

    for (const recursive of ['false', 'true']) {
      expect(await pagesOf(headers, path, recursive)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
      const { items } = (await call.listRoomItems({ headers, path, query: { recursive } })).body;
      expect(items.map(({ number, name }) => number + name)).toEqual(['1a', '2b', '3c', '4d', '5e']);
    }
    for (const [title, item_id] of Object.entries(ids)) {
      const { status } = await call.getRoomItem({ headers, path: { ...path, item_id } });
      expect([title, status]).toEqual([title, title.startsWith('hidden') ? 404 : 200]);
    }
  },
);

test.for<[string, Partial<PlacedDocument>]>([
  ['was restored', { absent: 'deleted' }],
  ['became ready', { absent: 'unready' }],
  ['is open to the organization now', { private_of: stranger.id }],
])('a document that %s is shown before its copies in rooms say so, and pages are full', async ([, copy]) => {
  const { owner, reader, path, add } = await scene(6);
  const names = ['back 1', 'a', 'back 2', 'back 3', 'b', 'back 4'];
  for (const title of names) await add(title, {}, title.startsWith('back') ? copy : {});
  for (const person of [reader, owner]) {
    const { headers } = await storedApiKey(person);
    const { items } = (await call.listRoomItems({ headers, path })).body;
    expect(items.map(({ number, name }) => `${number} ${name}`)).toEqual(
      names.map((name, index) => `${index + 1} ${name}`),
    );
    for (const recursive of ['false', 'true']) {
      expect(await pagesOf(headers, path, recursive)).toEqual([
        names.slice(0, 2),
        names.slice(2, 4),
        names.slice(4),
      ]);
    }
  }
});

test('a private document of somebody who left is not beside another document of theirs that is not private', async () => {
  const { room, add } = await scene(3);
  await room.grant({ organization: true }, 'view');
  await add('Private', { access_level: 'private', created_by: stranger });
  const { document, placed } = await add('Read', { created_by: stranger });
  await add('Next', { created_by: stranger });
  const frame = await getFrame(room.id);
  if (!frame) throw new Error('no room');

  const view = await RoomView.of({
    frame,
    tree: treeOf(frame.folders),
    viewer: { kind: 'reader', entries: frame.access },
    granted: async () => [],
    known: { ...document, created_by: stranger },
    now: Date.now(),
  });
  const { before, after } = await view.besideDocument(placed);

  expect([before?.name, after?.name]).toEqual([undefined, 'Next']);
});
