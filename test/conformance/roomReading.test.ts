import { beforeAll, describe, expect } from 'vitest';
import { people } from '../../infra/local/people.ts';
import type { Room, RoomItem } from '../../shared/contract/resources/room.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { call, readyDocument, uniqueTitle } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { user_ids } from '../support/organizations.ts';
import { idsOf, walk } from '../support/pages.ts';

import { addPolicy } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { noLocalProvider } from '../support/signIn.ts';
import { test } from '../support/test.ts';

const hour = 3_600_000;
const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
const [unknownItem, unknownRoom] = [`itm_${'0'.repeat(26)}`, `room_${'0'.repeat(26)}`];

/** The addresses of the member, and of the owner of another organization. */
const addresses: Record<'member' | 'outsider', string> = { member: '', outsider: '' };

beforeAll(async () => {
  const [{ body: ours }, { body: theirs }] = await Promise.all([
    call.listOrganizationMembers(),
    call.listOrganizationMembers({ as: 'outsider' }),
  ]);
  addresses.member = ours.items.find(({ user_id }) => user_id === user_ids.member)?.email ?? '';
  addresses.outsider = theirs.items[0]?.email ?? '';
});

/** Makes a room of the owner, with calls about it. */
async function newRoom(given: object = {}) {
  const json = { name: uniqueTitle('Bidding'), description: 'For bidders', ...given };
  const { body: room } = await call.createRoom({ json });
  const path = { room_id: room.id };
  const add = async (item: object): Promise<RoomItem> =>
    (await call.createRoomItems({ path, json: item })).body as RoomItem;
  return {
    room,
    path,
    add,
    addFolder: (name: string, more: object = {}) => add({ kind: 'folder', name, ...more }),
    async addDocument(more: object = {}) {
      const { document_id } = await readyDocument({ fields: { access_level: 'organization' } });
      return add({ kind: 'document', document_id, ...more });
    },
    grant: (entry: object) => call.createRoomAccess({ path, json: { send_mail: false, ...entry } }),
    list: (request: CallRequest = {}) => call.listRoomItems({ path, ...request }),
    item: (item_id: string, as: Actor = 'owner') => call.getRoomItem({ as, path: { ...path, item_id } }),
  };
}

/** The items as a tree in words: number, name and access. */
const inWords = (items: readonly RoomItem[]): string[] =>
  items.map(({ number, name, access }) => `${number} ${name}: ${access}`);

/** Makes a room with three folders, of which members see the second one. */
async function roomWithHidden(numbering: 'personal' | 'shared') {
  const made = await newRoom({ numbering });
  const secret = await made.addFolder('Secret');
  const offers = await made.addFolder('Offers');
  const below = await made.addFolder('Below', { parent_id: offers.id });
  const draft = await made.addFolder('Draft', { parent_id: offers.id, state: 'draft', after: 'first' });
  const later = await made.addFolder('Later', { parent_id: offers.id, opens_at: fromNow(hour) });
  await made.grant({ organization: true, level: 'none' });
  await made.grant({ organization: true, level: 'download', item_id: below.id });
  return { ...made, secret, offers, below, draft, later };
}

describe.concurrent('a room', () => {
  test('shows its managers all of it, and its readers nothing about others', async () => {
    const { room, path, addFolder, grant } = await newRoom();
    await addFolder('Offers', { state: 'draft' });
    await grant({ organization: true, level: 'view' });

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
    const { path, addFolder, grant } = await newRoom();
    const { id: item_id } = await addFolder('Offers');
    await grant({ email: addresses.outsider, level: 'view' });
    await grant({ organization: true, level: 'none' });

    // The outsider has a key that is bound to another organization. The service account is no member.
    for (const as of ['member', 'service_account', 'outsider', 'newcomer', 'staff'] as const) {
      expect(await call.getRoom({ as, path })).toMatchObject(refused('resource_not_found', 'room_id'));
      expect(await call.listRoomItems({ as, path })).toMatchObject(refused('resource_not_found', 'room_id'));
      expect(await call.getRoomItem({ as, path: { ...path, item_id } })).toMatchObject(
        refused('resource_not_found', 'room_id'),
      );
    }
    expect(await call.getRoom({ path: { room_id: unknownRoom } })).toMatchObject(
      refused('resource_not_found', 'room_id'),
    );
  });

  test.skipIf(noLocalProvider)('is entered by an address, and listed as shared with its person', async () => {
    const { room, path, grant } = await newRoom();
    const inList = async (shared_with_me: string) =>
      idsOf((await call.listRooms({ as: 'newcomer', query: { shared_with_me, limit: '100' } })).body.items);
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

  test.for([
    ['it is closed', {}, { state: 'closed' }, /^The room is closed\.$/, undefined],
    ['it opens later', { opens_at: fromNow(hour) }, {}, /opens at/, 'opens_at'],
    ['it has closed', { closes_at: fromNow(-hour) }, {}, /closed at/, 'closes_at'],
  ] as const)('refuses readers with the reason, and lists no description, while %s', async (row) => {
    const [, given, changed, message, time] = row;
    const { path, grant, addFolder } = await newRoom(given);
    const { id: item_id } = await addFolder('Offers');
    await grant({ organization: true, level: 'view' });
    const { body: room } = await call.updateRoom({
      path,
      json: { name: uniqueTitle('Bidding'), ...changed },
    });

    const answers = [
      await call.getRoom({ as: 'member', path }),
      await call.listRoomItems({ as: 'member', path }),
      await call.getRoomItem({ as: 'member', path: { ...path, item_id } }),
    ];

    for (const answer of answers) {
      expect(answer).toMatchObject(refused('insufficient_permissions'));
      expect(answer.error?.message).toMatch(message);
      expect(answer.error?.message).toContain(time ? room[time] : '');
    }
    expect((await call.getRoom({ as: 'admin', path })).body).toEqual(room);
    expect((await call.listRoomItems({ as: 'admin', path })).body.items).toHaveLength(1);
    const listed = await eventually(
      async () => (await call.listRooms({ as: 'member', query: { limit: '100' } })).body.items,
      (items) => idsOf(items).includes(room.id),
    );
    expect(listed.find(({ id }) => id === room.id)).toMatchObject({
      name: room.name,
      description: null,
      item_count: null,
    });
  });

  test('refuses readers for whom its gate has no grant, and says why', async () => {
    const { room, path, grant } = await newRoom();
    await grant({ organization: true, level: 'view' });
    const policy = await addPolicy(uniqueTitle('Secrecy'), {}, { acknowledgement: 'Keep it secret' });
    await call.attachRoomPolicy({ path, json: { policy_id: policy.id } });

    const answer = await call.getRoom({ as: 'member', path });

    expect(answer).toMatchObject(refused('insufficient_permissions'));
    expect(answer.error?.message).toContain(`“${policy.name}” requires that you accept a text first`);
    expect((await call.getRoom({ path })).body).toEqual(room);
    const listed = await eventually(
      async () => (await call.listRooms({ as: 'member', query: { limit: '100' } })).body.items,
      (items) => idsOf(items).includes(room.id),
    );
    expect(listed.find(({ id }) => id === room.id)?.description).toBeNull();
  });
});

describe.concurrent('the rooms of an organization', () => {
  test('are listed newest first, in full pages', async () => {
    const made: Room[] = [];
    for (let index = 0; index < 3; index++) {
      const { room, grant } = await newRoom();
      await grant({ organization: true, level: 'view' });
      made.unshift(room);
    }

    for (const as of ['owner', 'member'] as const) {
      const list = (query: object) => call.listRooms({ as, query: { ...query } });
      const all = await eventually(
        async () => (await walk(list, { limit: '2' })).map(({ items }) => items),
        (pages) => made.every(({ id }) => idsOf(pages.flat()).includes(id)),
      );
      expect(all.slice(0, -1).every((page) => page.length === 2)).toBe(true);
      const ids = idsOf(all.flat());
      expect(ids.filter((id) => made.some((room) => room.id === id))).toEqual(idsOf(made));
      expect(ids).toEqual(ids.toSorted().reverse());
    }
  });
});

describe.concurrent('the items of a room', () => {
  test.for([
    ['personal', ['1 Offers: view', '1.1 Below: download']],
    ['shared', ['2 Offers: view', '2.2 Below: download']],
  ] as const)('are those that a reader sees, with %s numbers', async ([numbering, seen]) => {
    const { list, item, below, secret, draft, offers } = await roomWithHidden(numbering);

    const { items } = (await list({ as: 'member', query: { recursive: 'true' } })).body;

    expect(inWords(items)).toEqual(seen);
    for (const one of items) {
      expect(one).toMatchObject({ state: 'open', opens_at: null, document_id: null });
      expect((await item(one.id, 'member')).body).toEqual(one);
    }
    expect((await list({ as: 'member' })).body.items).toEqual(items.slice(0, 1));
    const within = await list({ as: 'member', query: { parent_id: offers.id } });
    expect(within.body.items).toEqual(items.slice(1));
    expect((await list({ as: 'member', query: { parent_id: below.id } })).body.items).toEqual([]);
    for (const hidden of [secret.id, draft.id, unknownItem]) {
      expect(await item(hidden, 'member')).toMatchObject(refused('resource_not_found', 'item_id'));
      expect(await list({ as: 'member', query: { parent_id: hidden } })).toMatchObject(
        refused('resource_not_found', 'parent_id'),
      );
    }
  });

  test('are all shown to managers, depth first, with their states', async () => {
    const { list, item } = await roomWithHidden('personal');

    const { items } = (await list({ as: 'admin', query: { recursive: 'true' } })).body;

    expect(inWords(items)).toEqual([
      '1 Secret: manage',
      '2 Offers: manage',
      '2.1 Draft: manage',
      '2.2 Below: manage',
      '2.3 Later: manage',
    ]);
    expect(items.map(({ state, opens_at }) => [state, opens_at !== null])).toEqual([
      ['open', false],
      ['open', false],
      ['draft', false],
      ['open', false],
      ['open', true],
    ]);
    for (const one of items) expect((await item(one.id)).body).toEqual(one);
  });

  test('come in full pages, whatever is hidden between them', async () => {
    const { list, add, grant } = await newRoom();
    const items = Array.from({ length: 9 }, (_, index) => ({
      kind: 'folder',
      name: `Folder ${index}`,
      state: index % 2 === 0 ? 'open' : 'draft',
    }));
    await add({ items });
    await grant({ organization: true, level: 'view' });

    for (const query of [{ limit: '2' }, { limit: '2', recursive: 'true' }]) {
      const pages = await walk((page) => list({ as: 'member', query: page }), query);
      expect(pages.map((page) => inWords(page.items))).toEqual([
        ['1 Folder 0: view', '2 Folder 2: view'],
        ['3 Folder 4: view', '4 Folder 6: view'],
        ['5 Folder 8: view'],
      ]);
    }
  });

  test('continue behind an item that is still shown, and not behind one that was hidden, moved or removed', async () => {
    const { path, list, addFolder, grant } = await newRoom();
    const folders = [await addFolder('A'), await addFolder('B'), await addFolder('C')];
    await grant({ organization: true, level: 'view' });
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

  test('are documents with their titles, until they are deleted, and again when they are restored', async () => {
    const { list, addDocument, grant } = await newRoom();
    const before = await addDocument();
    const { document_id, name } = await addDocument();
    await grant({ organization: true, level: 'view' });
    const path = { document_id: document_id ?? '' };
    const numbers = async (as: Actor) =>
      (await list({ as })).body.items.map((one) => `${one.number} ${one.name}`);
    const both = [`1 ${before.name}`, `2 ${name}`];

    expect(await numbers('member')).toEqual(both);
    await call.deleteDocument({ path });
    for (const as of ['member', 'owner'] as const) expect(await numbers(as)).toEqual(both.slice(0, 1));
    await call.restoreDocument({ path });
    for (const as of ['member', 'owner'] as const)
      expect(
        await eventually(
          () => numbers(as),
          ({ length }) => length === both.length,
        ),
      ).toEqual(both);
    await call.updateDocument({ path, json: { title: 'Renamed' } });
    expect(await numbers('member')).toEqual([both[0], '2 Renamed']);
  });

  test.for([
    ['a folder that is a document', async ({ addDocument }: Made) => (await addDocument()).id],
    ['a folder of another room', async () => (await (await newRoom()).addFolder('Elsewhere')).id],
  ] as const)('are missing below %s', async ([, itemIn]) => {
    const made = await newRoom();
    const parent_id = await itemIn(made);

    expect(await made.list({ query: { parent_id } })).toMatchObject(
      refused('resource_not_found', 'parent_id'),
    );
  });
});

type Made = Awaited<ReturnType<typeof newRoom>>;

describe.concurrent('a manager sees a room as others do', () => {
  test.skipIf(noLocalProvider)('as a group, and as the address of a member or of somebody else', async () => {
    const { path, list, addFolder, grant } = await newRoom();
    const [plans, prices] = [await addFolder('Plans'), await addFolder('Prices')];
    const group_id = (await call.createGroup({ json: { name: uniqueTitle('Bidders') } })).body.id;
    await call.createGroupEntry({ path: { group_id }, json: { email: people.newcomer.email } });
    await grant({ group_id, level: 'view', item_id: plans.id });
    await grant({ organization: true, level: 'download', item_id: prices.id });
    const policy = await addPolicy(uniqueTitle('Secrecy'), {}, { acknowledgement: 'Keep it secret' });
    await call.attachRoomPolicy({ path, json: { policy_id: policy.id } });
    await call.updateRoom({ path, json: { state: 'closed' } });
    const seenAs = async (query: CallRequest['query'] = {}) => inWords((await list({ query })).body.items);

    expect(await seenAs({ as_group: group_id })).toEqual(['1 Plans: view']);
    expect(await seenAs({ as_email: people.newcomer.email.toUpperCase() })).toEqual(['1 Plans: view']);
    expect(await seenAs({ as_email: addresses.member })).toEqual(['1 Prices: download']);
    expect(await seenAs({ as_email: `${crypto.randomUUID()}@example.com` })).toEqual([]);
    expect(await list({ query: { as_group: group_id, parent_id: prices.id } })).toMatchObject(
      refused('resource_not_found', 'parent_id'),
    );
  });

  test('but no reader does, and nobody as somebody who cannot be', async () => {
    const { list, grant } = await newRoom();
    await grant({ organization: true, level: 'view' });
    const as_group = (await call.createGroup({ json: { name: uniqueTitle('Bidders') } })).body.id;
    const unknown = `grp_${'0'.repeat(26)}`;

    for (const query of [{ as_group }, { as_email: addresses.member }, { as_group: unknown }])
      expect(await list({ as: 'member', query })).toMatchObject(refused('insufficient_permissions'));
    expect(await list({ query: { as_group: unknown } })).toMatchObject(refused('invalid_value', 'as_group'));
    expect(await list({ query: { as_group, as_email: addresses.member } })).toMatchObject(
      refused('invalid_value', 'as_email'),
    );
    expect(await list({ query: { as_email: 'nobody' } })).toMatchObject(refused('invalid_value', 'as_email'));
    await call.deleteGroup({ path: { group_id: as_group } });
    expect(await list({ query: { as_group } })).toMatchObject(refused('invalid_value', 'as_group'));
  });
});
