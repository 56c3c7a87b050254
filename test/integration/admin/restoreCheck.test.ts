import { expect, test } from 'vitest';
import { placeKey, roomKey } from '../../../shared/data/keys/rooms.ts';
import { openRestoreStage } from './restoreStage.ts';

const stage = await openRestoreStage();
const { call, table, kept, uploadWaiting, work, restore, files, clock } = stage;

const good = await kept();
const check = (...argv: string[]) => restore('check', '--json', ...argv);

test('finds no difference when every file is right, and counts what it compared', async () => {
  await uploadWaiting();

  const { code, stdout, stderr } = await restore('check');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(
    'No differences.\n2 versions and 1 files were compared. 1 files have the hash of their version.\n',
  );
  await work();
});

test('finds another content of the same size by its hash', async () => {
  const { key, version_id } = await kept();
  const [item] = (await table.everything()).filter(({ id }) => id === version_id);

  await files.overwrite(key, 'x'.repeat(Number(item?.size_bytes)));
  // The file was stored without a hash, so S3 has none.
  expect((await check()).rows).toEqual([]);

  expect((await check('--deep')).rows).toEqual([
    expect.objectContaining({ difference: 'changed', file: key }),
  ]);
  expect(await restore('repair', '--deep')).toMatchObject({ code: 0 });
});

test('finds an upload that is missing before it was processed', async () => {
  const { key, version_id } = await uploadWaiting();
  await files.remove(key.replace('payloads/', 'uploads/'));

  expect((await check()).rows).toEqual([
    expect.objectContaining({ difference: 'upload missing', version_id }),
  ]);

  // The processing of the version fails now, so the check no longer expects a file.
  await work();
  expect(await check()).toMatchObject({ code: 0, rows: [] });
});

test('ignores what may be under way', async () => {
  const { document_id, key } = await kept();
  for (const item of await table.everything())
    if (item.pk === `DOC#${document_id.slice(4)}`) await table.remove(item);
  const later = clock.now;
  clock.now = Date.now();
  expect((await check()).rows).toEqual([]);

  clock.now = later;
  const text = key.replace('payloads/', 'texts/');
  const orphan = { difference: 'orphan', version_id: null, document_id: null, since: expect.any(String) };
  expect((await check()).rows).toEqual([
    { ...orphan, file: key },
    { ...orphan, file: text },
  ]);
  await files.remove(key);
  await files.remove(text);
});

test('says which items of a room do not fit together, and changes nothing', async () => {
  const room_id = (await call.createRoom({ json: { name: 'Bidding' } })).body.id;
  const path = { room_id };
  const added = await call.createRoomItems({ path, json: { kind: 'folder', name: 'Contracts' } });
  const parent_id = 'id' in added.body ? added.body.id : null;
  const document_id = good.document_id as `doc_${string}`;
  await call.createRoomItems({ path, json: { kind: 'document', document_id, parent_id } });
  await call.createRoomAccess({ path, json: { organization: true, level: 'view', item_id: parent_id } });
  const policy_id = (await call.createPolicy({ json: { name: 'Terms' } })).body.id;
  await call.attachRoomPolicy({ path, json: { policy_id } });
  expect(await restore('check')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 room checked. 0 faults found'),
  });
  await table.remove(placeKey(room_id, document_id));
  await table.set({ ...roomKey(room_id) }, 'folder_count', 2);
  const before = await table.everything();

  const { code, stdout, stderr } = await restore('check');

  expect(code).toBe(1);
  expect(stdout).toContain(`${room_id}: ${document_id} has another place.`);
  expect(stdout).toContain(`${room_id}: the room has 1 folders, and counts 2.`);
  expect(stdout).toContain('1 room checked. 2 faults found');
  expect(stderr).toContain('error: The items of rooms have 2 faults.');
  expect(await table.everything()).toEqual(before);
  await call.deleteRoom({ path });
});

test('finds a text that is missing and one without a version, and has the first made again', async () => {
  const { document_id, version_id } = await kept();
  const key = `texts/${version_id.slice(4)}`;
  expect(await files.exists(key)).toBe(true);
  await files.remove(key);
  const orphan = `texts/${'0'.repeat(26)}`;
  await files.overwrite(orphan);

  const { code, rows } = await check();
  expect(code).toBe(1);
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual(
    expect.objectContaining({ difference: 'text missing', file: key, version_id, document_id }),
  );
  expect(rows).toContainEqual(expect.objectContaining({ difference: 'orphan', file: orphan }));

  clock.now += 2 * 24 * 60 * 60_000;
  expect(await restore('repair', '--remove-orphans', '--yes')).toMatchObject({ code: 0 });
  expect(await files.exists(orphan)).toBe(false);
  await table.letTimePass(60 * 60_000);
  await stage.invoke('sweepDue', {});
  await work();
  expect(await files.exists(key)).toBe(true);
  expect(await check()).toMatchObject({ code: 0, rows: [] });
});
