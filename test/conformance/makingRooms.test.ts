import { describe, expect } from 'vitest';
import { call, uniqueTitle, upload } from '../support/documents.ts';
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
