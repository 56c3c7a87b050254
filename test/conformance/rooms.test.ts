import { describe, expect } from 'vitest';
import type { ErrorCode } from '../../shared/contract/errorCodes.ts';
import type { RoomAccess } from '../../shared/contract/resources/room.ts';
import type { Actor } from '../support/client.ts';
import { call, uniqueTitle, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { problem } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { addPolicy, change, unknownPolicy } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { ownRoom } from '../support/rooms/ownRoom.ts';
import { test } from '../support/test.ts';

const later = '2100-01-31T09:30:00.000Z';
const muchLater = '2100-02-28T09:30:00.000Z';

describe.concurrent('a room', () => {
  test('is made by everybody who may make documents', async () => {
    const given = { name: uniqueTitle('Purchase'), description: 'First round\nin May', numbering: 'shared' };
    const { status, headers, body } = await call.createRoom({
      as: 'member',
      json: { ...given, opens_at: later },
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^room_[0-9a-hjkmnp-tv-z]{26}$/),
      service_url: expect.stringMatching(new RegExp(`/r/${body.id}$`)),
      ...given,
      state: 'open',
      opens_at: later,
      closes_at: null,
      item_count: 0,
      created_at: expect.any(String),
      created_by: expect.objectContaining({ type: 'user_account' }),
    });
    expect(new URL(headers.get('location') ?? '').pathname).toMatch(new RegExp(`/v1/rooms/${body.id}$`));
    const path = { room_id: body.id };
    const read = await call.getRoom({ as: 'member', path });
    expect(read.body).toEqual(body);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
    expect((await call.getRoom({ as: 'admin', path })).body).toEqual(body);
    const json = { name: 'N' };
    expect(await call.createRoom({ as: 'newcomer', json })).toMatchObject(refused('invalid_value'));
    expect(await call.createRoom({ json: { ...json, opens_at: muchLater, closes_at: later } })).toMatchObject(
      refused('invalid_value', 'closes_at'),
    );
  });

  test('can be changed, closed and opened', async () => {
    const { room, path } = await ownRoom({ description: 'First round' });
    expect(room).toMatchObject({ numbering: 'personal', opens_at: null, closes_at: null });
    const update = (json: object) => call.updateRoom({ path, json });

    const changes = {
      name: 'Sale',
      description: null,
      numbering: 'shared',
      state: 'closed',
      closes_at: later,
    };
    const changed = await update(changes);
    expect(changed).toMatchObject({ status: 200, body: { ...room, ...changes } });
    expect((await call.getRoom({ path })).body).toEqual(changed.body);
    expect(await update({ opens_at: muchLater })).toMatchObject(refused('invalid_value', 'closes_at'));
    const moved = { opens_at: muchLater, closes_at: null, state: 'open' };
    expect((await update(moved)).body).toMatchObject(moved);
    expect((await update({})).body).toEqual({ ...changed.body, ...moved });
  });

  test('is changed by those who manage it, found by nobody who may not enter, and gone once it is deleted', async () => {
    const { path, folder, add, grant } = await ownRoom();
    const item_id = await folder('Contracts');
    const { id: document_id } = await upload();
    const { id } = await add({ kind: 'document', document_id, parent_id: item_id });
    const answersTo = async (as: 'owner' | 'member' | 'outsider') => [
      await call.updateRoom({ as, path, json: { name: 'Sale' } }),
      await call.createRoomItems({ as, path, json: { kind: 'folder', name: 'Plans' } }),
      await call.updateRoomItem({ as, path: { ...path, item_id }, json: { state: 'draft' } }),
      await call.deleteRoomItem({ as, path: { ...path, item_id } }),
      await call.deleteRoom({ as, path }),
    ];
    const notFound = refused('resource_not_found', 'room_id');

    for (const as of ['member', 'outsider'] as const)
      for (const answer of await answersTo(as)) expect(answer).toMatchObject(notFound);
    await grant({ item_id: id, organization: true, level: 'view' });
    for (const answer of await answersTo('member'))
      expect(answer).toMatchObject(refused('insufficient_permissions'));
    const json = { kind: 'folder', name: 'Plans' };
    expect((await call.createRoomItems({ as: 'admin', path, json })).status).toBe(201);

    expect((await call.deleteRoom({ path })).body).toEqual({});

    for (const answer of [
      ...(await answersTo('owner')),
      await call.getRoom({ path }),
      await call.listRoomItems({ path }),
    ])
      expect(answer).toMatchObject(notFound);
    expect((await call.getDocument({ path: { document_id } })).status).toBe(200);
  });
});

const unknown = `itm_${'0'.repeat(26)}`;
const folders = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ kind: 'folder', name: `F${index + 1}` }));

describe.concurrent('items of a room', () => {
  test('are folders and documents, each with its number', async () => {
    const { path, post, folder, read } = await ownRoom();
    const { id: document_id, title } = await upload();
    const parent_id = await folder('Contracts');

    const json = { kind: 'document', document_id, parent_id, state: 'draft', opens_at: later };
    const { status, body, headers } = await post(json);

    expect(status).toBe(201);
    expect(body).toEqual({
      id: `itm_${document_id.slice('doc_'.length)}`,
      ...json,
      number: '1.1',
      name: title,
      access: 'manage',
      created_at: expect.any(String),
    });
    const item_id = 'id' in body ? body.id : '';
    expect(new URL(headers.get('location') ?? '').pathname).toMatch(new RegExp(`/items/${item_id}$`));
    expect((await call.getRoomItem({ path: { ...path, item_id } })).body).toEqual(body);
    expect((await call.getRoomItem({ path: { ...path, item_id: parent_id } })).body).toMatchObject({
      kind: 'folder',
      number: '1',
      name: 'Contracts',
      document_id: null,
      state: 'open',
      opens_at: null,
    });
    expect((await read()).item_count).toBe(2);
  });

  test('are refused with what is wrong', async () => {
    const { post, folder, tree, add, change } = await ownRoom();
    const a = await folder('A');
    const inside = await folder('inside', a);
    const deeper = await folder('deeper', inside);
    const { id: document_id } = await upload();
    const { id } = await add({ kind: 'document', document_id });
    const before = await tree();

    for (const [json, code, param] of [
      [{ kind: 'folder' }, 'missing_required_field', 'name'],
      [{ kind: 'folder', name: 'N', document_id }, 'invalid_value', 'document_id'],
      [{ kind: 'document' }, 'missing_required_field', 'document_id'],
      [{ kind: 'document', document_id, name: 'N' }, 'invalid_value', 'name'],
      [{ kind: 'document', document_id }, 'invalid_value', 'document_id'],
      [{ kind: 'document', document_id: `doc_${'0'.repeat(26)}` }, 'resource_not_found', 'document_id'],
      [{ kind: 'folder', name: 'N', parent_id: unknown }, 'invalid_value', 'parent_id'],
      [{ kind: 'folder', name: 'N', parent_id: id }, 'invalid_value', 'parent_id'],
      [{ kind: 'folder', name: 'N', after: inside }, 'invalid_value', 'after'],
    ] as const) {
      expect(await post(json), JSON.stringify(json)).toMatchObject(refused(code, param));
      const several = [{ kind: 'folder', name: 'N' }, json];
      expect(await post({ items: several }), JSON.stringify(json)).toMatchObject(
        refused(code, `items[1].${param}`),
      );
    }
    expect(await post({ kind: 'folder', name: 'N', items: folders(1) })).toMatchObject(
      refused('invalid_value', 'kind'),
    );
    for (const [item, json, param] of [
      [a, { parent_id: a }, 'parent_id'],
      [a, { parent_id: deeper }, 'parent_id'],
      [a, { parent_id: unknown }, 'parent_id'],
      [a, { parent_id: id }, 'parent_id'],
      [a, { after: a }, 'after'],
      [a, { after: inside }, 'after'],
      [deeper, { parent_id: null, after: inside }, 'after'],
      [id, { name: 'Agreement' }, 'name'],
    ] as const)
      expect(await change(item, json), JSON.stringify(json)).toMatchObject(refused('invalid_value', param));
    expect(await change(unknown, {})).toMatchObject(refused('resource_not_found', 'item_id'));
    expect(await tree()).toEqual(before);
    const other = { kind: 'document', document_id: (await upload()).id };
    expect(await post({ items: [other, other] })).toMatchObject(
      refused('invalid_value', 'items[1].document_id'),
    );
  });

  test('are documents of the organization that the manager may change', async () => {
    const { body: room } = await call.createRoom({ as: 'member', json: { name: 'A member’s room' } });
    const add = async (as: 'owner' | 'member' | 'outsider', access_level: string) => {
      const { id: document_id } = await upload({ as, fields: { access_level } });
      const path = { room_id: room.id };
      return call.createRoomItems({ as: 'member', path, json: { kind: 'document', document_id } });
    };

    expect((await add('member', 'private')).status).toBe(201);
    expect(await add('owner', 'organization')).toMatchObject(refused('insufficient_permissions'));
    for (const [as, level] of [
      ['owner', 'private'],
      ['outsider', 'organization'],
    ] as const)
      expect(await add(as, level)).toMatchObject(refused('resource_not_found', 'document_id'));
  });

  test('move with everything below them, and can be renamed, hidden and shown', async () => {
    const { folder, change, tree, add } = await ownRoom();
    const [a, b] = [await folder('A'), await folder('B')];
    const inside = await folder('inside', a);
    const { id: document_id, title } = await upload();
    const { id } = await add({ kind: 'document', document_id, parent_id: inside });

    const moved = await change(inside, { parent_id: b });
    expect(moved).toMatchObject({ status: 200, body: { id: inside, parent_id: b, number: '2.1' } });
    expect(await tree()).toEqual(['1 A', '2 B', '2.1 inside', `2.1.1 ${title}`]);
    await change(id, { parent_id: null, after: a });
    expect(await tree()).toEqual(['1 A', `2 ${title}`, '3 B', '3.1 inside']);
    await change(b, { after: 'first' });
    expect(await tree()).toEqual(['1 B', '1.1 inside', '2 A', `3 ${title}`]);
    await change(b, { parent_id: null });
    expect(await tree()).toEqual(['1 A', `2 ${title}`, '3 B', '3.1 inside']);

    const changes = { name: 'Contracts', state: 'draft', opens_at: later };
    const changed = await change(a, changes);
    expect(changed.body).toMatchObject({ ...changes, number: '1' });
    expect((await change(a, {})).body).toEqual(changed.body);
    const shown = { state: 'open', opens_at: null };
    expect((await change(a, shown)).body).toMatchObject(shown);
  });

  test('stand in folders at most ten levels deep', async () => {
    const { folder, post, change } = await ownRoom();
    let parent_id: string | null = null;
    for (let level = 1; level <= 10; level++) parent_id = await folder(`Level ${level}`, parent_id);

    expect(await post({ kind: 'folder', name: 'Level 11', parent_id })).toMatchObject(
      refused('quota_exceeded'),
    );
    const other = await folder('Other');
    expect(await change(other, { parent_id })).toMatchObject(refused('quota_exceeded'));
    const { id: document_id } = await upload();
    expect((await post({ kind: 'document', document_id, parent_id })).status).toBe(201);
  });

  test('are removed with everything below them, and can be added again', async () => {
    const { folder, remove, tree, add, read, path, grant } = await ownRoom();
    const a = await folder('A');
    const inside = await folder('inside', a);
    const { id: document_id, title } = await upload();
    const { id: item_id } = await add({ kind: 'document', document_id, parent_id: inside });
    await grant({ item_id, organization: true, level: 'view' });
    expect((await read()).item_count).toBe(3);

    expect((await remove(a)).body).toEqual({});

    expect(await tree()).toEqual([]);
    expect((await read()).item_count).toBe(0);
    for (const item of [a, inside, item_id])
      expect(await remove(item)).toMatchObject(refused('resource_not_found', 'item_id'));
    await add({ kind: 'document', document_id });
    expect(await tree()).toEqual([`1 ${title}`]);
    // The access to an item ends with it, and does not come back with it.
    expect((await call.listRoomAccess({ path })).body.items).toEqual([]);
    expect(await call.getRoom({ as: 'member', path })).toMatchObject(
      refused('resource_not_found', 'room_id'),
    );
    expect((await remove(item_id)).status).toBe(200);
    expect((await read()).item_count).toBe(0);
  });
});

const newAddress = (): string => `${crypto.randomUUID()}@guests.example`;
const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
const hour = 3_600_000;

/** A room of the owner, and calls about access to it. */
async function roomToEnter() {
  const made = await ownRoom();
  const { path, grant } = made;
  return {
    ...made,
    grant: (json: object = {}) => grant({ email: newAddress(), level: 'view', ...json }),
    listed: async (): Promise<RoomAccess[]> => (await call.listRoomAccess({ path })).body.items,
    of: ({ id }: RoomAccess) => ({ ...path, access_id: id }),
  };
}

const newGroup = async (as: Actor = 'owner'): Promise<string> =>
  (await call.createGroup({ as, json: { name: uniqueTitle('Bidders') } })).body.id;

describe.concurrent('an access entry', () => {
  test('is for an address, in any spelling, and answers with its Location and entity tag', async () => {
    const { room, grant, of, listed } = await roomToEnter();
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

  test('is refused with what is wrong', async () => {
    const [{ grant, listed }, other] = [await roomToEnter(), await roomToEnter()];
    const theirs = await newGroup('outsider');
    const elsewhere = await other.folder('Elsewhere');

    for (const [json, param, code = 'invalid_value'] of [
      [{ email: null }, null],
      [{ email: null, organization: false }, null],
      [{ organization: true }, null],
      [{ level: undefined }, 'level', 'missing_required_field'],
      [{ email: 'mailto:ada@example.com' }, 'email'],
      [{ expires_at: fromNow(-hour) }, 'expires_at'],
      [{ email: null, group_id: `grp_${'0'.repeat(26)}` }, 'group_id'],
      [{ email: null, group_id: theirs }, 'group_id'],
      [{ item_id: `itm_${'0'.repeat(26)}` }, 'item_id'],
      [{ item_id: elsewhere }, 'item_id'],
      [{ email: null, organization: true, send_mail: true }, 'send_mail'],
      [{ level: 'none', send_mail: true }, 'send_mail'],
    ] as [object, string | null, ErrorCode?][])
      expect(await grant(json), JSON.stringify(json)).toMatchObject(refused(code, param));

    expect(await listed()).toEqual([]);
    await call.deleteGroup({ as: 'outsider', path: { group_id: theirs } });
  });

  test('is the only one of its subject for an item, also by many requests, until its group is deleted', async () => {
    const { path, folder, grant, listed, of } = await roomToEnter();
    const item_id = await folder('Contracts');
    const [email, group_id] = [newAddress(), await newGroup()];
    const subjects = [
      ['email', { email }],
      ['group_id', { email: null, group_id }],
      ['organization', { email: null, organization: true }],
    ] as const;
    const made: RoomAccess[] = [];

    for (const [param, subject] of subjects) {
      const answers = await Promise.all(Array.from({ length: 3 }, () => grant(subject)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
      expect(await grant({ ...subject, level: 'none' })).toMatchObject(refused('invalid_value', param));
      const ofItem = await grant({ ...subject, item_id, expires_at: fromNow(hour) });
      expect(ofItem.status).toBe(201);
      made.unshift(ofItem.body, ...answers.filter(({ status }) => status === 201).map(({ body }) => body));
    }
    expect(await listed()).toEqual(made);
    const pages = await walk((query) => call.listRoomAccess({ path, query }), { limit: '4' });
    expect(pages.map(({ items }) => items)).toEqual([made.slice(0, 4), made.slice(4)]);

    await call.deleteGroup({ path: { group_id } });

    expect(await listed()).toEqual(made.filter((entry) => entry.group_id === null));
    for (const entry of made.filter((one) => one.group_id !== null))
      expect(await call.getRoomAccess({ path: of(entry) })).toMatchObject(
        refused('resource_not_found', 'access_id'),
      );
  });

  test('is changed in level and end, and opens again or is replaced when it has ended', async () => {
    const { grant, of, listed } = await roomToEnter();
    const ends = fromNow(1500);
    const [{ body: opened }, { body: replaced }] = [
      await grant({ expires_at: ends }),
      await grant({ expires_at: ends }),
    ];
    const path = of(opened);
    const past = await call.updateRoomAccess({ path, json: { expires_at: fromNow(-hour) } });
    expect(past).toMatchObject(refused('invalid_value', 'expires_at'));
    await new Promise((resolve) => setTimeout(resolve, Date.parse(ends) + 1 - Date.now()));
    expect(await listed()).toEqual([replaced, opened]);

    const json = { level: 'download', expires_at: fromNow(hour) };
    const changed = await call.updateRoomAccess({ path, json });
    const second = await grant({ email: replaced.email });

    expect(changed.body).toEqual({ ...opened, ...json });
    expect(second.status).toBe(201);
    expect(await listed()).toEqual([second.body, changed.body]);
    const open = await call.updateRoomAccess({ path, json: { expires_at: null } });
    expect(open.body).toEqual({ ...changed.body, expires_at: null });
  });

  test('is for managers to see and to change, and in the activity with the address of its person', async () => {
    const { room, path, addDocument, grant, of, listed } = await roomToEnter();
    // Members see no more than one document.
    const { item_id } = await addDocument();
    const { body: all } = await grant({ email: null, organization: true, item_id });
    const ids = { ...of(all), policy_id: `pol_${'0'.repeat(26)}` };
    const json = { email: newAddress(), level: 'view', send_mail: false };
    for (const [as, status, code] of [
      ['member', 403, 'insufficient_permissions'],
      ['service_account', 404, 'resource_not_found'],
      ['outsider', 404, 'resource_not_found'],
    ] as const)
      for (const answer of [
        await call.listRoomAccess({ as, path }),
        await call.createRoomAccess({ as, path, json }),
        await call.getRoomAccess({ as, path: ids }),
        await call.updateRoomAccess({ as, path: ids, json: { level: 'download' } }),
        await call.deleteRoomAccess({ as, path: ids }),
        await call.listRoomPolicies({ as, path }),
        await call.attachRoomPolicy({ as, path, json: { policy_id: ids.policy_id } }),
        await call.detachRoomPolicy({ as, path: ids }),
      ])
        expect(answer).toMatchObject({ status, error: { code } });
    expect(await listed()).toEqual([all]);

    const { body } = await call.createRoomAccess({ as: 'admin', path, json });
    await call.updateRoomAccess({ path: of(body), json: { level: 'download' } });
    expect((await call.deleteRoomAccess({ as: 'admin', path: of(body) })).body).toEqual({});
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

/** A room of the owner, and calls about its gate. */
async function gatedRoom() {
  const made = await ownRoom();
  const { path } = made;
  return {
    ...made,
    attach: (policy_id: string) => call.attachRoomPolicy({ path, json: { policy_id } }),
    detach: (policy_id: string) => call.detachRoomPolicy({ path: { ...path, policy_id } }),
    gate: async () => (await call.listRoomPolicies({ path })).body.items,
  };
}

describe.concurrent('the gate of a room', () => {
  test('gets and loses a policy once, and shows the newest first', async () => {
    const { room, path, attach, detach, gate } = await gatedRoom();
    const [label, terms] = [
      await addPolicy(),
      await addPolicy(undefined, {}, { acknowledgement: 'Secret.' }),
    ];

    const first = await attach(label.id);
    expect(first).toMatchObject({
      status: 200,
      body: {
        room_id: room.id,
        attached_at: expect.any(String),
        attached_by: room.created_by,
        policy: { id: label.id, name: label.name, created_at: label.created_at },
      },
    });
    const second = await attach(terms.id);
    expect((await attach(label.id)).body).toEqual(first.body);

    expect(await gate()).toEqual([second.body, first.body]);
    const pages = await walk((query) => call.listRoomPolicies({ path, query }), { limit: '1' });
    expect(pages.flatMap(({ items }) => items)).toEqual([second.body, first.body]);
    const name = uniqueTitle('Renamed');
    await change(label.id, { name, archived: true });
    expect((await gate())[1]?.policy.name).toBe(name);
    expect((await detach(label.id)).body).toEqual({});
    expect(await gate()).toEqual([second.body]);
    expect(await detach(label.id)).toMatchObject(refused('resource_not_found', 'policy_id'));
    expect(await attach(label.id), 'it is archived').toMatchObject(refused('invalid_value', 'policy_id'));
    expect(await attach(unknownPolicy)).toMatchObject(refused('resource_not_found', 'policy_id'));
  });

  test('takes no policy that keeps documents, nor does a policy there become one', async () => {
    const { path, attach, detach, gate } = await gatedRoom();
    for (const rules of [
      { retain_for_days: 1 },
      { retain_until: '2020-01-01T00:00:00Z' },
      { legal_hold: true, watermark: true },
    ]) {
      const { id } = await addPolicy(undefined, {}, rules);
      expect(await attach(id)).toMatchObject(refused('invalid_value', 'policy_id'));
    }
    expect(await gate()).toEqual([]);
    const [left, deleted] = [await addPolicy(), await addPolicy()];
    for (const { id } of [left, deleted]) await attach(id);

    expect((await change(left.id, { rules: { require_sign_in: true } })).status).toBe(200);
    const rules = { require_sign_in: true, retain_for_days: 30 };
    expect(await change(left.id, { rules })).toMatchObject(problem(422, ['body.rules', rules]));
    expect((await call.getPolicy({ path: { policy_id: left.id } })).body.rules).toEqual({
      require_sign_in: true,
    });
    await detach(left.id);
    expect((await change(left.id, { rules })).status).toBe(200);
    await call.deleteRoom({ path });
    expect((await change(deleted.id, { rules: { retain_for_days: 1 } })).status).toBe(200);
  });

  test('has no policy that keeps documents, also if both are asked for at the same time', async () => {
    const { attach, gate } = await gatedRoom();
    for (let attempt = 0; attempt < 3; attempt++) {
      const { id } = await addPolicy();

      const [attached, changed] = await Promise.all([
        attach(id),
        change(id, { rules: { retain_for_days: 1 } }),
      ]);

      expect([attached.status, changed.status]).toBeOneOf([
        [200, 422],
        [400, 200],
      ]);
      expect((await gate()).some(({ policy }) => policy.id === id)).toBe(attached.status === 200);
    }
  });

  test('has at most five policies with rules, and any number without', async () => {
    const { attach, detach, gate } = await gatedRoom();
    const made = await Promise.all(
      Array.from({ length: 6 }, () => addPolicy(undefined, {}, { watermark: true })),
    );
    const [first, ...others] = made.map(({ id }) => id);
    const last = others.pop() ?? '';
    for (const id of [first ?? '', ...others]) expect((await attach(id)).status).toBe(200);

    expect(await attach(last)).toMatchObject(refused('invalid_value', 'policy_id'));
    expect((await attach((await addPolicy()).id)).status).toBe(200);
    expect(await gate()).toHaveLength(6);
    await detach(first ?? '');
    expect((await attach(last)).status).toBe(200);
  });
});
