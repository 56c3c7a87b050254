import { describe, expect } from 'vitest';
import { call, upload } from '../support/documents.ts';
import { refused } from '../support/refusals.ts';
import { ownRoom } from '../support/rooms/ownRoom.ts';
import { test } from '../support/test.ts';

const unknown = `itm_${'0'.repeat(26)}`;
const later = '2100-01-31T09:30:00.000Z';
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

  test('are added where the request says, in its order', async () => {
    const { post, folder, tree } = await ownRoom();
    const a = await folder('A');
    const b = await folder('B');

    const { body } = await post({
      items: [
        { kind: 'folder', name: 'last' },
        { kind: 'folder', name: 'after A', after: a },
        { kind: 'folder', name: 'first', after: 'first' },
        { kind: 'folder', name: 'after A, too', after: a },
        { kind: 'folder', name: 'in B', parent_id: b },
      ],
    });

    const names = ['1 first', '2 A', '3 after A', '4 after A, too', '5 B', '5.1 in B', '6 last'];
    expect('items' in body && body.items.map(({ number, name }) => `${number} ${name}`)).toEqual(
      [6, 2, 0, 3, 5].map((index) => names[index]),
    );
    expect(await tree()).toEqual(names);
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
