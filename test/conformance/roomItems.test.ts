import { describe, expect } from 'vitest';
import { call, readyDocument, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { refused } from '../support/refusals.ts';
import { ownRoom } from '../support/rooms/ownRoom.ts';
import { test } from '../support/test.ts';

const unknown = `itm_${'0'.repeat(26)}`;
const later = '2100-01-31T09:30:00.000Z';
const folders = (count: number, given: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ kind: 'folder', name: `F${index + 1}`, ...given }));

describe.concurrent('items of a room', () => {
  test('are folders and documents, each with its number', async () => {
    const { path, post, folder } = await ownRoom();
    const { document, document_id } = await readyDocument();
    const parent_id = await folder('Contracts');

    const { status, body, headers } = await post({
      kind: 'document',
      document_id,
      parent_id,
      state: 'draft',
      opens_at: later,
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: `itm_${document_id.slice('doc_'.length)}`,
      kind: 'document',
      parent_id,
      number: '1.1',
      name: document.title,
      document_id,
      state: 'draft',
      opens_at: later,
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
    expect((await call.getRoom({ path })).body.item_count).toBe(2);
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
        { kind: 'folder', name: 'second', after: 'first' },
        { kind: 'folder', name: 'in B', parent_id: b },
        { kind: 'folder', name: 'at the end' },
      ],
    });

    expect('items' in body && body.items.map(({ number, name }) => `${number} ${name}`)).toEqual([
      '7 last',
      '4 after A',
      '1 first',
      '5 after A, too',
      '2 second',
      '6.1 in B',
      '8 at the end',
    ]);
    expect(await tree()).toEqual([
      '1 first',
      '2 second',
      '3 A',
      '4 after A',
      '5 after A, too',
      '6 B',
      '6.1 in B',
      '7 last',
      '8 at the end',
    ]);
  });

  test('are added all or none', async () => {
    const { path, post, tree, read } = await ownRoom();
    const all = folders(100);

    for (const [items, param] of [
      [[...all.slice(1), { kind: 'folder', name: 'N', after: unknown }], 'items[99].after'],
      [[...all, { kind: 'folder', name: 'N' }], 'items'],
      [[], 'items'],
    ] as const)
      expect(await post({ items })).toMatchObject(refused('invalid_value', param));
    expect(await tree()).toEqual([]);

    const { status, body, headers } = await post({ items: all });
    expect(status).toBe(201);
    expect(headers.get('location')).toBeNull();
    expect('items' in body && body.items.map(({ name }) => name)).toEqual(all.map(({ name }) => name));
    expect((await call.listRoomItems({ path, query: { limit: '100' } })).body.items).toEqual(
      'items' in body && body.items,
    );
    expect((await read()).item_count).toBe(100);
  });

  test('with documents are added a hundred at a time', async () => {
    const { path, post, read, folder } = await ownRoom();
    const { body: listed } = await call.listDocuments({ query: { limit: '60' } });
    const [first, second] = [await folder('A'), await folder('B')];
    const documents = listed.items.map(({ id }, index) => ({
      kind: 'document',
      document_id: id,
      parent_id: index % 2 ? first : second,
    }));

    const { status } = await post({ items: [...documents, ...folders(100 - documents.length)] });

    expect(status).toBe(201);
    expect((await read()).item_count).toBe(102);
    const { body } = await call.listRoomItems({ path, query: { limit: '100', parent_id: second } });
    expect(body.items.map(({ document_id }) => document_id)).toEqual(
      documents.filter(({ parent_id }) => parent_id === second).map(({ document_id }) => document_id),
    );
  });

  test('are refused with what is wrong', async () => {
    const { post, folder, tree, add } = await ownRoom();
    const a = await folder('A');
    const inside = await folder('inside', a);
    const { id: document_id } = await upload();
    const { id } = await add({ kind: 'document', document_id });
    const before = await tree();
    const wrong = [
      [{}, 'missing_required_field', 'kind'],
      [{ kind: 'shelf', name: 'N' }, 'invalid_value', 'kind'],
      [{ kind: 'folder' }, 'missing_required_field', 'name'],
      [{ kind: 'folder', name: 'n'.repeat(256) }, 'invalid_value', 'name'],
      [{ kind: 'folder', name: 'N', document_id }, 'invalid_value', 'document_id'],
      [{ kind: 'document' }, 'missing_required_field', 'document_id'],
      [{ kind: 'document', document_id, name: 'N' }, 'invalid_value', 'name'],
      [{ kind: 'document', document_id }, 'invalid_value', 'document_id'],
      [{ kind: 'document', document_id: `doc_${'0'.repeat(26)}` }, 'resource_not_found', 'document_id'],
      [{ kind: 'folder', name: 'N', parent_id: unknown }, 'invalid_value', 'parent_id'],
      [{ kind: 'folder', name: 'N', parent_id: id }, 'invalid_value', 'parent_id'],
      [{ kind: 'folder', name: 'N', after: unknown }, 'invalid_value', 'after'],
      [{ kind: 'folder', name: 'N', after: inside }, 'invalid_value', 'after'],
      [{ kind: 'folder', name: 'N', state: 'hidden' }, 'invalid_value', 'state'],
      [{ kind: 'folder', name: 'N', opens_at: 'soon' }, 'invalid_value', 'opens_at'],
      [{ kind: 'folder', name: 'N', number: '1' }, 'unknown_field', 'number'],
    ] as const;

    for (const [json, code, param] of wrong) {
      expect(await post(json), JSON.stringify(json)).toMatchObject(refused(code, param));
      const several = [{ kind: 'folder', name: 'N' }, json];
      expect(await post({ items: several }), JSON.stringify(json)).toMatchObject(
        refused(code, `items[1].${param}`),
      );
    }
    expect(await post({ kind: 'folder', name: 'N', items: folders(1) })).toMatchObject(
      refused('invalid_value', 'kind'),
    );
    const other = { kind: 'document', document_id: (await upload()).id };
    expect(await post({ items: [other, other] })).toMatchObject(
      refused('invalid_value', 'items[1].document_id'),
    );
    expect(await tree()).toEqual(before);
  });

  test('are documents of the organization that the manager may change', async () => {
    const { body: room } = await call.createRoom({ as: 'member', json: { name: 'A member’s room' } });
    const add = (document_id: string) =>
      call.createRoomItems({
        as: 'member',
        path: { room_id: room.id },
        json: { kind: 'document', document_id },
      });
    const of = (as: 'owner' | 'member' | 'outsider', access_level: string) =>
      upload({ as, fields: { access_level } });

    const [own, secret, shared] = await Promise.all([
      of('member', 'private'),
      of('owner', 'private'),
      of('owner', 'organization'),
    ]);
    expect((await add(own.id)).status).toBe(201);
    expect(await add(secret.id)).toMatchObject(refused('resource_not_found', 'document_id'));
    expect(await add(shared.id)).toMatchObject(refused('insufficient_permissions'));
    const elsewhere = await of('outsider', 'organization');
    expect(await add(elsewhere.id)).toMatchObject(refused('resource_not_found', 'document_id'));
  });

  test('move with everything below them', async () => {
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
  });

  test('are renamed, hidden and shown', async () => {
    const { folder, change, add } = await ownRoom();
    const a = await folder('A');
    const { id } = await add({ kind: 'document', document_id: (await upload()).id });

    const changed = await change(a, { name: 'Contracts', state: 'draft', opens_at: later });
    expect(changed.body).toMatchObject({ name: 'Contracts', state: 'draft', opens_at: later, number: '1' });
    expect((await change(a, {})).body).toEqual(changed.body);
    expect((await change(a, { state: 'open', opens_at: null })).body).toMatchObject({
      state: 'open',
      opens_at: null,
    });
    expect(await change(id, { name: 'Agreement' })).toMatchObject(refused('invalid_value', 'name'));
  });

  test('cannot come into, below or after themselves, or to what is not there', async () => {
    const { folder, change, tree, add } = await ownRoom();
    const a = await folder('A');
    const inside = await folder('inside', a);
    const deeper = await folder('deeper', inside);
    const { id } = await add({ kind: 'document', document_id: (await upload()).id });
    const before = await tree();

    for (const [item, json, param] of [
      [a, { parent_id: a }, 'parent_id'],
      [a, { parent_id: deeper }, 'parent_id'],
      [a, { parent_id: unknown }, 'parent_id'],
      [a, { parent_id: id }, 'parent_id'],
      [a, { after: a }, 'after'],
      [a, { after: unknown }, 'after'],
      [a, { after: inside }, 'after'],
      [deeper, { parent_id: null, after: inside }, 'after'],
      [id, { after: id }, 'after'],
    ] as const)
      expect(await change(item, json), JSON.stringify(json)).toMatchObject(refused('invalid_value', param));
    expect(await change(unknown, {})).toMatchObject(refused('resource_not_found', 'item_id'));
    expect(await tree()).toEqual(before);
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
    const { folder, remove, tree, add, read, path } = await ownRoom();
    const a = await folder('A');
    const inside = await folder('inside', a);
    const { id: document_id, title } = await upload();
    const { id: item_id } = await add({ kind: 'document', document_id, parent_id: inside });
    await call.createRoomAccess({ path, json: { item_id, organization: true, level: 'view' } });
    expect((await read()).item_count).toBe(3);

    expect((await remove(a)).body).toEqual({});

    expect(await tree()).toEqual([]);
    expect((await read()).item_count).toBe(0);
    for (const item of [a, inside, item_id])
      expect(await remove(item)).toMatchObject(refused('resource_not_found', 'item_id'));
    await add({ kind: 'document', document_id });
    expect(await tree()).toEqual([`1 ${title}`]);
    expect((await call.listRoomAccess({ path })).body.items).toEqual([]);
    expect(await call.getRoom({ as: 'member', path })).toMatchObject(
      refused('resource_not_found', 'room_id'),
    );
    expect((await remove(item_id)).status).toBe(200);
    expect((await read()).item_count).toBe(0);
  });

  test('are changed by clients that know their present state', async () => {
    const { path, folder, change, remove } = await ownRoom();
    const item_id = await folder('A');
    const { headers } = await call.getRoomItem({ path: { ...path, item_id } });
    const ifMatch = { headers: { 'If-Match': headers.get('etag') ?? '' } };

    expect((await change(item_id, { name: 'B' }, ifMatch)).status).toBe(200);
    expect((await change(item_id, { name: 'C' }, ifMatch)).status).toBe(412);
    expect((await remove(item_id, ifMatch)).status).toBe(412);
  });

  test('of deleted documents are in nobody’s tree until they are restored', async () => {
    const { add, folder, tree, read, change } = await ownRoom({ numbering: 'shared' });
    const { document, document_id } = await readyDocument();
    const { id } = await add({ kind: 'document', document_id });
    const b = await folder('B');
    await call.deleteDocument({ path: { document_id } });

    expect(await tree()).toEqual(['2 B']);
    await eventually(
      async () => (await read()).item_count,
      (count) => count === 1,
    );
    expect(await change(b, { after: id })).toMatchObject(refused('invalid_value', 'after'));
    await call.updateRoom({ path: { room_id: (await read()).id }, json: { numbering: 'personal' } });
    expect(await tree()).toEqual(['1 B']);

    await call.restoreDocument({ path: { document_id } });
    await eventually(
      async () => (await read()).item_count,
      (count) => count === 2,
    );
    expect(await tree()).toEqual([`1 ${document.title}`, '2 B']);
  });
});
