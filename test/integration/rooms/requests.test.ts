import { expect, test } from 'vitest';
import { createDocument } from '../../../shared/data/documents/documents.ts';
import { createFolder, type PlacedDocument, placeDocument } from '../../../shared/data/rooms/items.ts';
import { type Change, transact } from '../../../shared/data/table/commit.ts';
import { newId, newUlid } from '../../../shared/data/table/ids.ts';
import { storedApiKey, storedOrganization, storedPerson } from '../../support/people/people.ts';
import { storedRoom } from '../../support/rooms/storedRoom.ts';
import { sharedWatchedStage } from '../../support/stages/watchedStage.ts';
import { readyDocument } from '../../support/storedDocuments.ts';

const { call, recorder } = await sharedWatchedStage(['dynamodb'], { remembersMarks: true });

interface Size {
  /** Folders at the top, without documents. */
  readonly folders: number;
  /** Documents in the folder that is listed. */
  readonly documents: number;
}

const placeIn = (index: number) => ({
  order: `a${String(index).padStart(4, '0')}`,
  state: 'open' as const,
  opens_at: null,
  created_at: new Date().toISOString(),
  revision: 1,
});

/** Makes a room with a folder of documents that a reader sees, as a member of a group. */
async function roomOf({ folders, documents }: Size) {
  const { id: organization_id, owner } = await storedOrganization();
  const asOwner = await storedApiKey(owner);
  const reader = await storedPerson({ proven_at: new Date().toISOString() });
  const group_id = (await call.createGroup({ headers: asOwner.headers, json: { name: 'Bidders' } })).body.id;
  const entry = { email: reader.email };
  await call.createGroupEntry({ headers: asOwner.headers, path: { group_id }, json: entry });
  const room = await storedRoom(owner);
  const folder = await room.addFolder({ document_count: documents });
  await room.grant({ group_id }, 'view');
  const empty = Array.from({ length: folders }, (_, index) =>
    createFolder(room.id, {
      id: newId('itm'),
      name: 'Empty',
      parent_id: null,
      document_count: 0,
      ...placeIn(1 + index),
    }),
  );
  const filled = Array.from({ length: documents }, (_, index): Change[] => {
    const given = { organization_id, title: `Paper ${index}` };
    const document = readyDocument(given, { id: newId('ver'), size_bytes: 1 });
    const placed: PlacedDocument = {
      document_id: document.id,
      parent_id: folder.id,
      added: newUlid(),
      ...placeIn(index),
    };
    return [createDocument(document), ...placeDocument(room.id, placed, undefined)];
  });
  const writes = [...empty, ...filled.flat()];
  for (let start = 0; start < writes.length; start += 99) await transact(writes.slice(start, start + 99));
  return { room_id: room.id, parent_id: folder.id, headers: (await storedApiKey(reader)).headers };
}

type Room = Awaited<ReturnType<typeof roomOf>>;

/** Lists a page of 100 items in the middle of the folder. Returns their number, and the requests to the table. */
async function middlePage({ room_id, parent_id, headers }: Room, query: Readonly<Record<string, string>>) {
  const list = (cursor: string) =>
    call.listRoomItems({ headers, path: { room_id }, query: { ...query, parent_id, limit: '100', cursor } });
  const first = await call.listRoomItems({
    headers,
    path: { room_id },
    query: { ...query, parent_id, limit: '100' },
  });
  recorder.take();
  const { items } = (await list(first.body.pagination.next_cursor)).body;
  const requests = recorder.take().flatMap(({ calls }) => calls);
  return { items: items.length, first: items[0]?.number, requests: requests.length };
}

test('a page of 100 items takes as many requests to the table in a large room as in a small one', async () => {
  const small = await roomOf({ folders: 0, documents: 250 });
  const large = await roomOf({ folders: 999, documents: 2000 });
  for (const query of [{}, { recursive: 'true' }]) {
    const inSmall = await middlePage(small, query);
    expect(await middlePage(large, query)).toEqual(inSmall);
    expect(inSmall).toEqual({ items: 100, first: '1.101', requests: 9 });
  }
});
