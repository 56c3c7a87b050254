import { describe, expect } from 'vitest';
import { people } from '../../infra/local/people.ts';
import type { RoomItem } from '../../shared/contract/resources/room.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { membersOf, user_ids } from '../support/organizations.ts';
import { idsOf } from '../support/pages.ts';
import { addPolicy } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { ownRoom } from '../support/rooms/ownRoom.ts';
import { noLocalProvider } from '../support/signIn.ts';
import { test } from '../support/test.ts';

const unknownRoom = `room_${'0'.repeat(26)}`;
const notFound = refused('resource_not_found', 'room_id');

const membersAddress = (await membersOf()).find(({ user_id }) => user_id === user_ids.member)?.email ?? '';
const [{ email: outsidersAddress } = { email: '' }] = await membersOf('outsider');
const everyMember = { organization: true, level: 'view' };

/** Makes a room of the owner, with calls about it. */
async function newRoom() {
  const made = await ownRoom({ description: 'For bidders' });
  const { path, add } = made;
  return {
    ...made,
    addFolder: (name: string, more: object = {}) => add({ kind: 'folder', name, ...more }),
    list: (request: CallRequest = {}) => call.listRoomItems({ path, ...request }),
    /** The answers to a caller who reads the room and an item. */
    answersTo: async (as: Actor, item_id: string) => [
      await call.getRoom({ as, path }),
      await call.listRoomItems({ as, path }),
      await call.getRoomItem({ as, path: { ...path, item_id } }),
    ],
  };
}

const roomsOf = async (as: Actor, query: Record<string, string> = {}) =>
  (await call.listRooms({ as, query: { limit: '100', ...query } })).body.items;

/** The items as a tree in words: number, name and access. */
const inWords = (items: readonly RoomItem[]): string[] =>
  items.map(({ number, name, access }) => `${number} ${name}: ${access}`);

describe.concurrent('a room', () => {
  test('shows its managers all of it, and its readers nothing about others', async () => {
    const { room, path, addFolder, grant } = await newRoom();
    await addFolder('Offers', { state: 'draft' });
    await grant(everyMember);

    for (const as of ['owner', 'admin'] as const)
      expect((await call.getRoom({ as, path })).body).toEqual({ ...room, item_count: 1 });
    for (const as of ['member', 'read_only'] as const)
      expect((await call.getRoom({ as, path })).body).toEqual({
        ...room,
        item_count: null,
        created_by: { ...room.created_by, name: room.created_by.id },
      });
  });

  test('is missing for everybody who may not enter it, by each operation', async () => {
    const { addFolder, grant, answersTo } = await newRoom();
    const { id: item_id } = await addFolder('Offers');
    await grant({ email: outsidersAddress, level: 'view' });
    await grant({ organization: true, level: 'none' });

    // The outsider has a key that is bound to another organization. The service account is no member.
    for (const as of ['member', 'service_account', 'outsider', 'newcomer', 'staff'] as const)
      for (const answer of await answersTo(as, item_id)) expect(answer).toMatchObject(notFound);
    expect(await call.getRoom({ path: { room_id: unknownRoom } })).toMatchObject(notFound);
  });

  test.skipIf(noLocalProvider)('is entered by an address, and listed as shared with its person', async () => {
    const { room, path, grant } = await newRoom();
    const inList = async (shared_with_me: string) => idsOf(await roomsOf('newcomer', { shared_with_me }));
    expect((await call.getRoom({ as: 'newcomer', path })).status).toBe(404);

    const { body: entry } = await grant({ email: people.newcomer.email, level: 'view' });

    expect((await call.getRoom({ as: 'newcomer', path })).body.id).toBe(room.id);
    await eventually(
      () => inList('true'),
      (ids) => ids.includes(room.id),
    );
    expect(await inList('false')).toEqual([]);
    await call.deleteRoomAccess({ path: { ...path, access_id: entry.id } });
    expect((await call.getRoom({ as: 'newcomer', path })).status).toBe(404);
    expect(await inList('true')).not.toContain(room.id);
  });
});

test('items of a room continue behind an item that is still shown, and not behind one that was hidden, moved or removed', async () => {
  const { path, list, addFolder, grant } = await newRoom();
  const folders = [await addFolder('A'), await addFolder('B'), await addFolder('C')];
  await grant(everyMember);
  const item_id = folders[1]?.id ?? '';
  const first = (await list({ as: 'member', query: { limit: '2' } })).body;
  const cursor = first.pagination.next_cursor;
  const change = (json: object) => call.updateRoomItem({ path: { ...path, item_id }, json });
  const next = (as: Actor) => list({ as, query: { limit: '2', cursor } });
  const lost = refused('invalid_cursor', 'cursor');

  await change({ after: 'first' });
  expect(inWords((await next('member')).body.items)).toEqual(['2 A: view', '3 C: view']);
  await change({ state: 'draft' });
  expect(await next('member')).toMatchObject(lost);
  expect(inWords((await next('owner')).body.items)).toEqual(['2 A: manage', '3 C: manage']);
  await change({ state: 'open', parent_id: folders[0]?.id });
  expect(await next('member')).toMatchObject(lost);
  await call.deleteRoomItem({ path: { ...path, item_id } });
  for (const as of ['member', 'owner'] as const) expect(await next(as)).toMatchObject(lost);
});

test('a manager sees a room as others do, but no reader does, and nobody as somebody who cannot be', async () => {
  const { list, grant } = await newRoom();
  await grant(everyMember);
  const as_group = `grp_${'0'.repeat(26)}`;

  for (const query of [{ as_group }, { as_email: membersAddress }])
    expect(await list({ as: 'member', query })).toMatchObject(refused('insufficient_permissions'));
  for (const [query, param] of [
    [{ as_group }, 'as_group'],
    [{ as_group, as_email: membersAddress }, 'as_email'],
    [{ as_email: 'nobody' }, 'as_email'],
  ] as const)
    expect(await list({ query: { ...query } })).toMatchObject(refused('invalid_value', param));
});

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
