import { beforeAll, describe, expect } from 'vitest';
import type { ErrorCode } from '../../shared/contract/errorCodes.ts';
import type { Room, RoomAccess, RoomItem } from '../../shared/contract/resources/room.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { call, readyDocument, uniqueTitle } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { walk } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

const newAddress = (): string => `${crypto.randomUUID()}@guests.example`;
const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
const hour = 3_600_000;

/** A room of the owner with a folder, a document in it, and calls about access to the room. */
async function newRoom() {
  const { body: room } = await call.createRoom({ json: { name: uniqueTitle('Bidding') } });
  const path = { room_id: room.id };
  const add = async (json: object) => (await call.createRoomItems({ path, json })).body as RoomItem;
  const grant = (json: object = {}, more: CallRequest = {}) =>
    call.createRoomAccess({
      path,
      json: { email: newAddress(), level: 'view', send_mail: false, ...json },
      ...more,
    });
  const listed = async (): Promise<RoomAccess[]> => (await call.listRoomAccess({ path })).body.items;
  const of = ({ id }: RoomAccess) => ({ room_id: room.id, access_id: id });
  return { room, path, add, grant, listed, of };
}

const newGroup = async (): Promise<string> =>
  (await call.createGroup({ json: { name: uniqueTitle('Bidders') } })).body.id;

describe.concurrent('an access entry', () => {
  test('is for an address, in any spelling, and answers with its Location and entity tag', async () => {
    const { room, grant, of, listed } = await newRoom();
    const email = newAddress();

    const { status, headers, body } = await grant({ email: ` ${email.toUpperCase()}`, level: 'download' });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^rac_[0-9a-hjkmnp-tv-z]{26}$/),
      item_id: null,
      group_id: null,
      email,
      organization: false,
      level: 'download',
      expires_at: null,
      mail: 'none',
      created_at: expect.any(String),
      created_by: room.created_by,
    });
    expect(headers.get('location')).toMatch(`/v1/rooms/${room.id}/access/${body.id}`);
    const read = await call.getRoomAccess({ path: of(body) });
    expect(read.body).toEqual(body);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
    expect(await listed()).toEqual([body]);
  });

  test('is for a group or all members, for the whole room or a part of it', async () => {
    const { add, grant, listed } = await newRoom();
    const folder = await add({ kind: 'folder', name: 'Contracts' });
    const document_id = (await readyDocument({ fields: { access_level: 'organization' } })).document_id;
    const document = await add({ kind: 'document', document_id, parent_id: folder.id });
    const group_id = await newGroup();
    const expires_at = fromNow(hour);

    const made = [
      await grant({ email: null, group_id, level: 'none' }),
      await grant({ email: undefined, organization: true, item_id: folder.id, expires_at }),
      await grant({ email: undefined, group_id, organization: false, item_id: document.id }),
    ];

    expect(made.map(({ body }) => body)).toMatchObject([
      { item_id: null, group_id, email: null, organization: false, level: 'none', mail: 'none' },
      { item_id: folder.id, group_id: null, email: null, organization: true, expires_at },
      { item_id: document.id, group_id, organization: false },
    ]);
    expect(await listed()).toEqual(made.map(({ body }) => body).reverse());
  });

  test.for<[string, object, string | null, ErrorCode?]>([
    ['nobody', { email: null }, null],
    ['members who are no members', { email: null, organization: false }, null],
    ['an address and all members', { organization: true }, null],
    ['no level', { level: undefined }, 'level', 'missing_required_field'],
    ['an unknown level', { level: 'edit' }, 'level'],
    ['a link to an address', { email: 'mailto:ada@example.com' }, 'email'],
    ['an end in the past', { expires_at: fromNow(-hour) }, 'expires_at'],
    ['an unknown group', { email: null, group_id: `grp_${'0'.repeat(26)}` }, 'group_id'],
    ['an unknown item', { item_id: `itm_${'0'.repeat(26)}` }, 'item_id'],
    ['a mail to all members', { email: null, organization: true, send_mail: true }, 'send_mail'],
    ['a mail about no access', { level: 'none', send_mail: true }, 'send_mail'],
    ['a field that it does not have', { role: 'reader' }, 'role', 'unknown_field'],
  ])('is refused for %s', async ([, json, param, code = 'invalid_value']) => {
    const { grant, listed } = await newRoom();

    expect(await grant(json)).toMatchObject(refused(code, param));

    expect(await listed()).toEqual([]);
  });

  test('is refused for a group or an item of somebody else', async () => {
    const [{ grant, listed }, other] = [await newRoom(), await newRoom()];
    const elsewhere = await call.createGroup({ as: 'outsider', json: { name: uniqueTitle('Theirs') } });
    const folder = await other.add({ kind: 'folder', name: 'Elsewhere' });

    expect(await grant({ email: null, group_id: elsewhere.body.id })).toMatchObject(
      refused('invalid_value', 'group_id'),
    );
    expect(await grant({ item_id: folder.id })).toMatchObject(refused('invalid_value', 'item_id'));
    expect(await listed()).toEqual([]);
    await call.deleteGroup({ as: 'outsider', path: { group_id: elsewhere.body.id } });
  });

  test('is the only one of its subject for an item, until it ends', async () => {
    const { add, grant, listed } = await newRoom();
    const { id: item_id } = await add({ kind: 'folder', name: 'Contracts' });
    const [email, group_id] = [newAddress(), await newGroup()];
    const subjects = [
      ['email', { email }],
      ['group_id', { email: null, group_id }],
      ['organization', { email: null, organization: true }],
    ] as const;

    for (const [param, subject] of subjects) {
      const { body: first } = await grant(subject);
      expect(await grant({ ...subject, level: 'none' })).toMatchObject(refused('invalid_value', param));
      expect((await grant({ ...subject, item_id })).status).toBe(201);
      expect(await listed()).toContainEqual(first);
    }
    expect(await listed()).toHaveLength(6);
  });

  test('is made once by many requests at the same time', async () => {
    const { grant, listed } = await newRoom();
    const email = newAddress();

    const answers = await Promise.all(Array.from({ length: 6 }, () => grant({ email })));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
    expect(await listed()).toHaveLength(1);
  });

  test('is replaced once it has ended', async () => {
    const { grant, listed } = await newRoom();
    const email = newAddress();
    const { body: first } = await grant({ email, expires_at: fromNow(1500) });
    await new Promise((resolve) => setTimeout(resolve, Date.parse(first.expires_at ?? '') + 1 - Date.now()));
    expect(await listed()).toEqual([first]);

    const second = await grant({ email, level: 'download' });

    expect(second.status).toBe(201);
    expect(await listed()).toEqual([second.body]);
  });

  test('ends with its item, and does not come back with it', async () => {
    const { path, add, grant, listed } = await newRoom();
    const { document_id } = await readyDocument({ fields: { access_level: 'organization' } });
    const folder = await add({ kind: 'folder', name: 'Contracts' });
    const document = await add({ kind: 'document', document_id, parent_id: folder.id });
    const { body: whole } = await grant();
    await grant({ item_id: folder.id });
    await grant({ item_id: document.id });

    await call.deleteRoomItem({ path: { ...path, item_id: folder.id } });

    expect(await listed()).toEqual([whole]);
    const again = await add({ kind: 'document', document_id });
    expect(again.id).toBe(document.id);
    expect(await listed()).toEqual([whole]);
    const { body: newer } = await grant({ item_id: again.id });
    expect(await listed()).toEqual([newer, whole]);
  });

  test('ends with its group', async () => {
    const { grant, listed, of } = await newRoom();
    const group_id = await newGroup();
    const { body } = await grant({ email: null, group_id });

    await call.deleteGroup({ path: { group_id } });

    expect(await listed()).toEqual([]);
    expect(await call.getRoomAccess({ path: of(body) })).toMatchObject(
      refused('resource_not_found', 'access_id'),
    );
  });
});

describe.concurrent('listRoomAccess', () => {
  test('shows the newest first, in pages of any size', async () => {
    const { path, grant, listed } = await newRoom();
    const made: RoomAccess[] = [];
    for (let index = 0; index < 3; index++) made.unshift((await grant()).body);

    expect(await listed()).toEqual(made);
    const pages = await walk((query) => call.listRoomAccess({ path, query }), { limit: '1' });
    expect(pages.flatMap(({ items }) => items)).toEqual(made);
  });
});

describe.concurrent('updateRoomAccess', () => {
  test('changes level and end, for a client that knows the present state', async () => {
    const { grant, of } = await newRoom();
    const { body, headers } = await grant();
    const ifMatch = { 'If-Match': headers.get('etag') ?? '' };
    const expires_at = fromNow(hour);

    const changed = await call.updateRoomAccess({
      path: of(body),
      headers: ifMatch,
      json: { level: 'download', expires_at },
    });

    expect(changed.body).toEqual({ ...body, level: 'download', expires_at });
    for (const stale of [
      await call.updateRoomAccess({ path: of(body), headers: ifMatch, json: { level: 'none' } }),
      await call.deleteRoomAccess({ path: of(body), headers: ifMatch }),
    ])
      expect(stale.status).toBe(412);
    const open = await call.updateRoomAccess({ path: of(body), json: { expires_at: null } });
    expect(open.body).toEqual({ ...body, level: 'download' });
  });

  test('refuses an end in the past, and opens an entry again that has ended', async () => {
    const { grant, of, listed } = await newRoom();
    const { body } = await grant({ expires_at: fromNow(1500) });
    const path = of(body);
    const past = await call.updateRoomAccess({ path, json: { expires_at: fromNow(-hour) } });
    expect(past).toMatchObject(refused('invalid_value', 'expires_at'));
    await new Promise((resolve) => setTimeout(resolve, Date.parse(body.expires_at ?? '') + 1 - Date.now()));

    const expires_at = fromNow(hour);
    expect((await call.updateRoomAccess({ path, json: { expires_at } })).body).toEqual({
      ...body,
      expires_at,
    });
    expect(await listed()).toEqual([{ ...body, expires_at }]);
  });
});

describe('access to a room', () => {
  let open: { readonly room: Room; readonly access: RoomAccess };
  beforeAll(async () => {
    const { room, grant } = await newRoom();
    open = { room, access: (await grant({ email: null, organization: true })).body };
  });

  test.for<[Actor, number, string]>([
    ['member', 403, 'insufficient_permissions'],
    ['service_account', 404, 'resource_not_found'],
    ['outsider', 404, 'resource_not_found'],
    ['newcomer', 404, 'resource_not_found'],
  ])('is for managers: %s', async ([as, status, code]) => {
    const path = { room_id: open.room.id, access_id: open.access.id, policy_id: `pol_${'0'.repeat(26)}` };
    const json = { email: newAddress(), level: 'view', send_mail: false };
    const answers = [
      await call.listRoomAccess({ as, path }),
      await call.createRoomAccess({ as, path, json }),
      await call.getRoomAccess({ as, path }),
      await call.updateRoomAccess({ as, path, json: { level: 'download' } }),
      await call.deleteRoomAccess({ as, path }),
      await call.listRoomPolicies({ as, path }),
      await call.attachRoomPolicy({ as, path, json: { policy_id: path.policy_id } }),
      await call.detachRoomPolicy({ as, path }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status, error: { code } });
    expect((await call.listRoomAccess({ path })).body.items).toEqual([open.access]);
  });

  test('is for managers, also if somebody sees no more than one document', async () => {
    const { path, add, grant } = await newRoom();
    const { document_id } = await readyDocument({ fields: { access_level: 'organization' } });
    const { id: item_id } = await add({ kind: 'document', document_id });
    const { body } = await grant({ email: null, organization: true, item_id });

    const as = 'member' as const;
    expect((await call.getRoomAccess({ path: { ...path, access_id: body.id } })).body).toEqual(body);
    const answers = [
      await call.listRoomAccess({ as, path }),
      await call.createRoomAccess({ as, path, json: { organization: true, level: 'view' } }),
      await call.getRoomAccess({ as, path: { ...path, access_id: body.id } }),
      await call.updateRoomAccess({ as, path: { ...path, access_id: body.id }, json: { level: 'none' } }),
      await call.deleteRoomAccess({ as, path: { ...path, access_id: body.id } }),
      await call.listRoomPolicies({ as, path }),
      await call.attachRoomPolicy({ as, path, json: { policy_id: `pol_${'0'.repeat(26)}` } }),
      await call.detachRoomPolicy({ as, path: { ...path, policy_id: `pol_${'0'.repeat(26)}` } }),
    ];
    for (const answer of answers) expect(answer).toMatchObject(refused('insufficient_permissions', null));
  });

  test('is granted by an admin too', async () => {
    const path = { room_id: open.room.id };
    const json = { email: newAddress(), level: 'view', send_mail: false };

    const { status, body } = await call.createRoomAccess({ as: 'admin', path, json });

    expect(status).toBe(201);
    expect(
      (await call.deleteRoomAccess({ as: 'admin', path: { ...path, access_id: body.id } })).body,
    ).toEqual({});
    const gone = await call.deleteRoomAccess({ path: { ...path, access_id: body.id } });
    expect(gone).toMatchObject(refused('resource_not_found', 'access_id'));
  });

  test('is in the activity, with the address of its person', async () => {
    const { room, grant, of } = await newRoom();
    const { body } = await grant();
    await call.updateRoomAccess({ path: of(body), json: { level: 'download' } });
    await call.deleteRoomAccess({ path: of(body) });

    const entries = await eventually(
      async () => {
        const { items } = (await call.listOrganizationActivity({ query: { limit: '100' } })).body;
        return items.filter(({ details }) => details.room_id === room.id && details.access_id === body.id);
      },
      ({ length }) => length === 3,
    );
    const details = { room_id: room.id, access_id: body.id, item_id: null, expires_at: null };
    expect(entries).toMatchObject([
      { type: 'room.access_ended', details: { ...details, level: 'download', address: body.email } },
      { type: 'room.access_updated', details: { ...details, level: 'download', address: body.email } },
      { type: 'room.access_granted', details: { ...details, level: 'view', address: body.email } },
    ]);
  });
});
