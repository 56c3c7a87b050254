import { describe, expect } from 'vitest';
import { call, uniqueTitle, upload } from '../support/documents.ts';
import { refused } from '../support/refusals.ts';
import { ownRoom } from '../support/rooms/ownRoom.ts';
import { test } from '../support/test.ts';

const later = '2100-01-31T09:30:00.000Z';
const muchLater = '2100-02-28T09:30:00.000Z';

describe.concurrent('a room', () => {
  test('is made by everybody who may make documents', async () => {
    const name = uniqueTitle('Purchase');
    const { status, headers, body } = await call.createRoom({
      as: 'member',
      json: { name, description: 'First round\nin May', numbering: 'shared', opens_at: later },
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^room_[0-9a-hjkmnp-tv-z]{26}$/),
      service_url: expect.stringMatching(new RegExp(`/r/${body.id}$`)),
      name,
      description: 'First round\nin May',
      numbering: 'shared',
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
    expect(await call.createRoom({ as: 'read_only', json: { name } })).toMatchObject(
      refused('insufficient_permissions'),
    );
    expect(await call.createRoom({ as: 'newcomer', json: { name } })).toMatchObject(refused('invalid_value'));
  });

  test('has a name, and defaults', async () => {
    const { room } = await ownRoom();

    expect(room).toMatchObject({
      description: null,
      numbering: 'personal',
      state: 'open',
      opens_at: null,
      closes_at: null,
    });
  });

  test.for([
    ['no name', {}, 'missing_required_field', 'name'],
    ['a name of 256 characters', { name: 'n'.repeat(256) }, 'invalid_value', 'name'],
    ['a name of two lines', { name: 'Bids\nPlans' }, 'invalid_value', 'name'],
    ['a long description', { name: 'N', description: 'd'.repeat(2001) }, 'invalid_value', 'description'],
    ['an unknown numbering', { name: 'N', numbering: 'own' }, 'invalid_value', 'numbering'],
    ['a state', { name: 'N', state: 'closed' }, 'unknown_field', 'state'],
    ['a day for a time', { name: 'N', opens_at: '2100-01-31' }, 'invalid_value', 'opens_at'],
    [
      'an end before its beginning',
      { name: 'N', opens_at: muchLater, closes_at: later },
      'invalid_value',
      'closes_at',
    ],
  ] as const)('is refused with %s', async ([, json, code, param]) => {
    expect(await call.createRoom({ json })).toMatchObject(refused(code, param));
  });

  test('can be changed, closed and opened, by a client that knows its present state', async () => {
    const { room, path } = await ownRoom({ description: 'First round' });
    const { headers } = await call.getRoom({ path });
    const ifMatch = { 'If-Match': headers.get('etag') ?? '' };

    const changes = {
      name: 'Sale',
      description: null,
      numbering: 'shared',
      state: 'closed',
      closes_at: later,
    };
    const changed = await call.updateRoom({ path, json: changes, headers: ifMatch });
    expect(changed).toMatchObject({ status: 200, body: { ...room, ...changes } });
    expect((await call.getRoom({ path })).body).toEqual(changed.body);
    for (const stale of [
      await call.updateRoom({ path, json: { name: 'Lease' }, headers: ifMatch }),
      await call.deleteRoom({ path, headers: ifMatch }),
    ])
      expect(stale.status).toBe(412);
    expect(await call.updateRoom({ path, json: { opens_at: muchLater } })).toMatchObject(
      refused('invalid_value', 'closes_at'),
    );
    const moved = await call.updateRoom({
      path,
      json: { opens_at: muchLater, closes_at: null, state: 'open' },
    });
    expect(moved.body).toMatchObject({ opens_at: muchLater, closes_at: null, state: 'open' });
    expect((await call.updateRoom({ path, json: {} })).body).toEqual(moved.body);
  });

  test('is gone once it is deleted, and its documents stay', async () => {
    const { path, add, folder } = await ownRoom();
    const { id: document_id } = await upload();
    const item_id = await folder('Contracts');
    await add({ kind: 'document', document_id, parent_id: item_id });

    expect((await call.deleteRoom({ path })).body).toEqual({});

    const gone = refused('resource_not_found', 'room_id');
    for (const answer of [
      await call.getRoom({ path }),
      await call.updateRoom({ path, json: { name: 'Sale' } }),
      await call.deleteRoom({ path }),
      await call.listRoomItems({ path }),
      await call.createRoomItems({ path, json: { kind: 'folder', name: 'Plans' } }),
      await call.updateRoomItem({ path: { ...path, item_id }, json: {} }),
      await call.deleteRoomItem({ path: { ...path, item_id } }),
    ])
      expect(answer).toMatchObject(gone);
    expect((await call.getDocument({ path: { document_id } })).status).toBe(200);
  });

  test('is changed by those who manage it, and found by nobody who may not enter', async () => {
    const { path, folder, add } = await ownRoom();
    const item_id = await folder('Contracts');
    const asMember = (as: 'member' | 'outsider') => [
      call.updateRoom({ as, path, json: { name: 'Sale' } }),
      call.createRoomItems({ as, path, json: { kind: 'folder', name: 'Plans' } }),
      call.updateRoomItem({ as, path: { ...path, item_id }, json: { state: 'draft' } }),
      call.deleteRoomItem({ as, path: { ...path, item_id } }),
      call.deleteRoom({ as, path }),
    ];

    for (const as of ['member', 'outsider'] as const)
      for (const answer of await Promise.all(asMember(as)))
        expect(answer).toMatchObject(refused('resource_not_found', 'room_id'));
    const { id } = await add({ kind: 'document', document_id: (await upload()).id });
    await call.createRoomAccess({ path, json: { item_id: id, organization: true, level: 'view' } });
    for (const answer of await Promise.all(asMember('member')))
      expect(answer).toMatchObject(refused('insufficient_permissions'));
    expect(
      (await call.createRoomItems({ as: 'admin', path, json: { kind: 'folder', name: 'Plans' } })).status,
    ).toBe(201);
  });
});
