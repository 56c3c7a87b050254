import { describe, expect, test } from 'vitest';
import { ulidOf, type VersionId } from '../../../shared/contract/identifiers.ts';
import { documentKey } from '../../../shared/data/keys/documents.ts';
import { roomKey } from '../../../shared/data/keys/rooms.ts';
import { getPreparedPages, needsCall, noteCall } from '../../../shared/data/reading/preparedPages.ts';
import { getTexts } from '../../../shared/files/keptTexts.ts';
import { getPagePicture, getPageText, getSmallPicture, putPage } from '../../../shared/files/pagePictures.ts';
import { payloadKey } from '../../../shared/files/payloads.ts';
import { eventually } from '../../support/eventually.ts';
import { textPdf } from '../../support/files/textPdf.ts';
import { keptKeys } from '../../support/keptKeys.ts';
import { ownedOrganization } from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { storedRoom } from '../../support/rooms/storedRoom.ts';
import { anyPauseMilliseconds, sharedFaultyStage, sweptOf } from '../../support/stages/faultyStage.ts';
import { isNoEvent } from '../../support/stages/table.ts';
import { storeDocuments } from '../../support/storedDocuments.ts';
import { makePdf, makeSmallPdf, uploadForm } from '../../support/uploads.ts';
import { kill, killedAt, startWorker } from '../separateProcess.ts';

const stage = await sharedFaultyStage();
const { call, table } = stage;

/** Kills a worker that has claimed the version and waits for its file. */
async function killOneAt(body: string, version_id: string): Promise<void> {
  const before = await table.version(version_id);
  stage.s3.faultOf = () => 'silent';
  const worker = startWorker(stage, 'processVersion', body);
  await eventually(
    () => table.version(version_id),
    ({ interrupted_attempts }) => interrupted_attempts > before.interrupted_attempts,
  );
  await kill(worker);
  stage.s3.mend();
}

describe('a worker that is killed while it processes a version', () => {
  test('blocks other workers until its lease is over', async () => {
    const { document, body, version_id } = await stage.uploadAndTake();
    await killOneAt(body, version_id);

    expect(await stage.deliver(body), 'the dead worker still has it').toEqual([]);
    expect((await stage.document(document.id)).processing_status).toBe('processing');
    expect(await stage.sweep()).toEqual([]);

    await table.letTimePass(anyPauseMilliseconds);
    expect(await stage.sweep()).toEqual([sweptOf(body)]);
    expect(await stage.deliver(sweptOf(body))).toEqual([]);
    expect((await stage.document(document.id)).processing_status).toBe('ready');
    expect((await table.version(version_id)).interrupted_attempts).toBe(0);
  });

  test('fails the version after three killed workers, and no other version', async () => {
    const { document, body, version_id } = await stage.uploadAndTake();
    for (let killed = 1; killed <= 3; killed++) {
      await killOneAt(body, version_id);
      await table.letTimePass(anyPauseMilliseconds);
      const other = await stage.uploadAndTake();
      expect(await stage.deliver(other.body)).toEqual([]);
      expect((await stage.document(other.document.id)).processing_status).toBe('ready');
      expect((await stage.document(document.id)).processing_status).toBe('processing');
    }

    expect(await stage.deliver(body)).toEqual([]);

    expect((await stage.document(document.id)).processing_status).toBe('failed');
    expect(await table.version(version_id)).toMatchObject({
      processing_status: 'failed',
      failure: 'processing was killed 3 times',
      failure_code: 'crashed_reader',
    });
    await table.letTimePass(anyPauseMilliseconds);
    expect(await stage.sweep()).toEqual([]);
  });
});

test('a worker that is killed at any change leaves the text due, and the next one keeps it', async () => {
  let ordinal = 0;
  for (let isKilled = true; isKilled; ) {
    ordinal += 1;
    const { body, version_id } = await stage.uploadAndTake(textPdf(['one', 'two']));
    await stage.consume('processVersion', body);
    const [message = '', ...others] = await stage.takeMessages('texts');
    expect(others).toEqual([]);

    isKilled = await killedAt(stage, 'keepText', message, ordinal);

    const left = await table.version(version_id);
    expect(left).toMatchObject({ processing_status: 'ready', text: isKilled ? 'due' : 'kept' });
    if (isKilled) {
      // While the lease of the killed worker holds, another worker leaves the version alone.
      if (ordinal > 1) {
        expect(await stage.consume('keepText', message)).toEqual([]);
        expect(await table.version(version_id)).toEqual(left);
      }
      await table.letTimePass(anyPauseMilliseconds);
      await stage.deliver(...(await stage.sweep()));
    }
    const done = await table.version(version_id);
    expect(done).toMatchObject({ text: 'kept', interrupted_attempts: 0 });
    expect(done).not.toHaveProperty('due_at_ms');
    expect(done).not.toHaveProperty('lease');
    expect((await getTexts(version_id as VersionId, 1, 20))?.texts).toEqual(['one', 'two']);
  }
  // The worker acquires the text, stores it, and records that it is kept.
  expect(ordinal).toBe(4);
});

/** Longer than a killed worker's claim, and shorter than the life of a copy. */
const claimMilliseconds = 121_000;

test('the page of a document requests the rest after a worker was killed at any change', async () => {
  let ordinal = 0;
  for (let isKilled = true; isKilled; ) {
    ordinal += 1;
    const { document, body, version_id } = await stage.uploadAndTake(await makeSmallPdf());
    await stage.deliver(body);
    const id = version_id as VersionId;
    await noteCall({ id, document_id: document.id }, undefined, Date.now());
    const message = JSON.stringify({ kind: 'pages', document_id: document.id, version_id });

    isKilled = await killedAt(stage, 'prepareCopy', message, ordinal);

    await table.letTimePass(anyPauseMilliseconds);
    const left = await getPreparedPages(id, Date.now());
    if (needsCall(left, Date.now())) {
      expect(await noteCall({ id, document_id: document.id }, left, Date.now())).toBe(true);
      expect(await stage.consume('prepareCopy', message)).toEqual([]);
    }
    const done = await getPreparedPages(id, Date.now());
    expect(done).toMatchObject({ page_count: 1, pages: [[400, 560]], interrupted_attempts: 0 });
    expect(done?.refusal).toBeUndefined();
    expect((await getPagePicture(id, 1)).length).toBeGreaterThan(1000);
    expect((await getSmallPicture(id)).length).toBeGreaterThan(100);
    expect(await getPageText(id, 1)).toBe('Page 1');
  }
  // The worker acquires a slot, claims the version, puts a picture, its text and a small picture, records them in two steps, and releases the
  // slot.
  expect(ordinal).toBe(9);
});

test('a worker that is killed at any change while it stamps leaves no file without a watermark, and no copy for ever', async () => {
  const json = { name: 'Named copies', rules: { watermark: true } };
  const policy = (await call.createPolicy({ as: 'admin', json })).body;
  const headers = { Accept: 'text/html', Authorization: `Bearer ${stage.credentials.api_keys.member}` };
  let ordinal = 0;
  for (let isKilled = true; isKilled; ) {
    ordinal += 1;
    const { document, body } = await stage.uploadAndTake();
    await stage.deliver(body);
    const path = { document_id: document.id };
    await call.setDocumentAccessLevel({ path, json: { access_level: 'organization' } });
    await call.attachDocumentPolicy({ path, json: { policy_id: policy.id } });
    const download = async () => {
      const at = `${stage.credentials.base_url}/d/${document.id}?file=attachment`;
      const response = await fetch(at, { headers, redirect: 'manual' });
      await response.arrayBuffer();
      return [response.status, new URL(response.headers.get('location') ?? at).pathname];
    };
    const asked = [200, `/d/${document.id}`];
    const copy = [303, expect.stringMatching(/\/stamped\/\w+\/[\w-]+\.pdf$/)];
    expect(await download()).toEqual(asked);
    const [message = '', ...others] = await stage.takeMessages('preparations');
    expect(others).toEqual([]);

    isKilled = await killedAt(stage, 'prepareCopy', message, ordinal);

    // The copy is made before the fifth and last change, which releases the slot.
    const isMade = !isKilled || ordinal === 5;
    // While the killed worker's claim holds, readers get the page that asks them to wait.
    expect(await download()).toEqual(isMade ? copy : asked);
    await stage.takeMessages('preparations');
    await table.letTimePass(claimMilliseconds);
    if (!isMade) {
      expect(await download()).toEqual(asked);
      expect(await stage.takeMessages('preparations')).toEqual([message]);
      expect(await stage.consume('prepareCopy', message)).toEqual([]);
    }
    expect(await download()).toEqual(copy);
    expect(await stage.consume('prepareCopy', message)).toEqual([]);
  }
  // The worker acquires a slot, claims the copy, puts the copy, records the copy, and releases the slot.
  expect(ordinal).toBe(6);
  const copies = await table.everything(({ sk }) => sk.startsWith('COPY#'));
  expect(copies.map(({ lacks, expires_at_seconds }) => [lacks, typeof expires_at_seconds])).toEqual(
    Array(ordinal).fill([{ signatures: 0, attachments: 0, kinds: [] }, 'number']),
  );
});

const lifetimeMilliseconds = 30 * 24 * 60 * 60_000;

/** Makes a document that can no longer be restored, and the message that removes it. */
async function expired() {
  const { document, body, version_id } = await stage.uploadAndTake();
  await stage.deliver(body);
  const path = { document_id: document.id };
  await call.attachDocumentPolicy({ path, json: { policy_id: stage.credentials.policy_ids[0] } });
  await call.generateDocumentEntryPage({ path });
  await call.deleteDocument({ path });
  await table.letTimePass(lifetimeMilliseconds, isNoEvent);
  return { path, version_id: version_id as `ver_${string}`, message: await swept() };
}

async function onlyMessage(): Promise<string> {
  const [message = '', ...others] = await stage.takeMessages('removals');
  expect([message !== '', others]).toEqual([true, []]);
  return message;
}

async function swept(): Promise<string> {
  await stage.invoke('sweepDue', {});
  return onlyMessage();
}

const itemsOf = ({ document_id }: { readonly document_id: `doc_${string}` }) =>
  table.partition(documentKey(document_id).pk);
test('a removal that is killed at any change hides the document, is due again, and is completed', async () => {
  let ordinal = 0;
  for (let isKilled = true; isKilled; ) {
    ordinal += 1;
    const { path, version_id, message } = await expired();

    isKilled = await killedAt(stage, 'removeDeleted', message, ordinal);

    const refusal = refused('resource_not_found', 'document_id');
    expect(await call.getDocument({ path })).toMatchObject(refusal);
    expect(await call.restoreDocument({ path })).toMatchObject(refusal);
    const left = await itemsOf(path);
    if (isKilled) {
      // The item of the document is due and leads to all other items, so the worker must remove this item last.
      expect(left.filter(({ sk, due_at_ms }) => sk === 'DELETED' && due_at_ms !== undefined)).toHaveLength(1);
      const isVersionLeft = left.some(({ sk }) => sk.startsWith('VERSION#'));
      if (!isVersionLeft) expect(await keptKeys()).not.toContain(payloadKey(version_id));
      await table.letTimePass(anyPauseMilliseconds, isNoEvent);
      expect(await stage.consume('removeDeleted', await swept())).toEqual([]);
    }
    expect(await itemsOf(path)).toEqual([]);
    expect(await keptKeys()).not.toContain(payloadKey(version_id));
    expect(await stage.consume('removeDeleted', message)).toEqual([]);
  }
  expect(ordinal).toBeGreaterThan(6);
}, 300_000);

test('a removal of a version that is killed at any change is completed', async () => {
  let ordinal = 0;
  for (let isKilled = true; isKilled; ) {
    ordinal += 1;
    const { document, body } = await stage.uploadAndTake();
    await stage.deliver(body);
    const form = uploadForm({}, await makePdf());
    const added = await call.createDocumentVersion({ path: { document_id: document.id }, form });
    const path = { document_id: document.id, version_id: added.body.id };
    await stage.deliver(...(await stage.takeMessages('processing')));
    await noteCall({ id: path.version_id, document_id: path.document_id }, undefined, Date.now());
    await putPage(path.version_id, 1, { webp: new Uint8Array(1), text: 'A page' });
    await call.deleteDocumentVersion({ path });
    const [message = ''] = await stage.takeMessages('removals');

    isKilled = await killedAt(stage, 'removeDeleted', message, ordinal);

    // The service removes the files of a deleted version a second time, because a worker that began before the deletion may have stored
    // files since.
    await table.letTimePass(anyPauseMilliseconds, isNoEvent);
    expect(await stage.consume('removeDeleted', await swept())).toEqual([]);
    const left = (await itemsOf(path)).filter(({ sk }) => sk.endsWith(ulidOf(path.version_id)));
    expect(left).toEqual([expect.not.objectContaining({ due_at_ms: expect.anything() })]);
    for (const prefix of ['payloads/', 'uploads/', 'pages/'])
      expect((await keptKeys(prefix)).filter((key) => key.includes(ulidOf(path.version_id)))).toEqual([]);
  }
  expect(ordinal).toBeGreaterThan(5);
}, 300_000);

/** A room with a folder, which has a folder and documents, all with access entries. */
async function filledRoom() {
  const { id: organizationId, owner, by } = await ownedOrganization();
  const { id } = await storedRoom(owner);
  const room = { ...by, path: { room_id: id } } as const;
  const add = async (json: object) => {
    const { body } = await call.createRoomItems({ ...room, json });
    return 'id' in body ? body.id : '';
  };
  const [first, second] = await storeDocuments(organizationId, 2);
  const outer = await add({ kind: 'folder', name: 'outer' });
  const inner = await add({ kind: 'folder', name: 'inner', parent_id: outer });
  const items = [
    outer,
    inner,
    await add({ kind: 'document', document_id: first, parent_id: outer }),
    await add({ kind: 'document', document_id: second, parent_id: inner }),
  ];
  for (const item_id of items)
    await call.createRoomAccess({ ...room, json: { item_id, organization: true, level: 'view' } });
  return {
    room,
    add,
    outer,
    first,
    rows: async () => (await table.partition(roomKey(id).pk)).map(({ sk }) => sk),
    count: async () => (await call.getRoom(room)).body.item_count,
  };
}

/** Runs the worker that removes things, killed at the change with this number, and completes the removal. Resolves with whether it was killed. */
async function removedAfterKill(ordinal: number, message: string): Promise<boolean> {
  const isKilled = await killedAt(stage, 'removeDeleted', message, ordinal);
  if (isKilled) {
    await table.letTimePass(anyPauseMilliseconds);
    expect(await stage.consume('removeDeleted', await swept())).toEqual([]);
  }
  expect(await stage.consume('removeDeleted', message)).toEqual([]);
  return isKilled;
}

test('a removal of a folder that is killed at any change is completed, and spares what was added again', async () => {
  let ordinal = 0;
  for (let isKilled = true; isKilled; ) {
    ordinal += 1;
    const { room, outer, first, add, rows, count } = await filledRoom();
    await call.deleteRoomItem({ ...room, path: { ...room.path, item_id: outer } });
    const message = await onlyMessage();
    const again = await add({ kind: 'document', document_id: first });
    await call.createRoomAccess({ ...room, json: { item_id: again, organization: true, level: 'view' } });

    isKilled = await removedAfterKill(ordinal, message);

    expect(await count()).toBe(1);
    const left = (await rows()).map((sk) => /^\w+(#[A-Z]+(?=#|$))?/.exec(sk)?.[0]);
    expect(left.sort()).toEqual(['FRAME#ACCESS', 'FRAME#ROOM', 'IN#TOP', 'PLACE']);
    expect((await call.listRoomAccess(room)).body.items.map(({ item_id }) => item_id)).toEqual([again]);
  }
  expect(ordinal).toBeGreaterThan(4);
}, 300_000);

test('a removal of a room that is killed at any change is completed', async () => {
  let ordinal = 0;
  for (let isKilled = true; isKilled; ) {
    ordinal += 1;
    const { room, rows } = await filledRoom();
    await call.deleteRoom(room);

    isKilled = await removedAfterKill(ordinal, await onlyMessage());

    expect(await rows()).toEqual([]);
  }
  expect(ordinal).toBeGreaterThan(1);
}, 300_000);
