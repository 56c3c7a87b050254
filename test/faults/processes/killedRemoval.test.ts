import { expect, test } from 'vitest';
import { ulidOf } from '../../../shared/contract/identifiers.ts';
import { documentKey } from '../../../shared/data/keys/documents.ts';
import { noteCall } from '../../../shared/data/reading/preparedPages.ts';
import { putPage } from '../../../shared/files/pagePictures.ts';
import { payloadKey } from '../../../shared/files/payloads.ts';
import { keptKeys } from '../../support/keptKeys.ts';
import { refused } from '../../support/refusals.ts';
import { anyPauseMilliseconds, sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { isNoEvent } from '../../support/stages/table.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';
import { killedAt } from '../separateProcess.ts';

const stage = await sharedFaultyStage();

const lifetimeMilliseconds = 30 * 24 * 60 * 60_000;

/** Makes a document that can no longer be restored, and the message that removes it. */
async function expired() {
  const { document, body, version_id } = await stage.uploadAndTake();
  await stage.deliver(body);
  const path = { document_id: document.id };
  await stage.call.attachDocumentPolicy({ path, json: { policy_id: stage.credentials.policy_ids[0] } });
  await stage.call.generateDocumentEntryPage({ path });
  await stage.call.deleteDocument({ path });
  await stage.table.letTimePass(lifetimeMilliseconds, isNoEvent);
  return { path, version_id: version_id as `ver_${string}`, message: await swept() };
}

async function swept(): Promise<string> {
  await stage.invoke('sweepDue', {});
  const [message = '', ...others] = await stage.takeMessages('removals');
  expect([message !== '', others]).toEqual([true, []]);
  return message;
}

const itemsOf = ({ document_id }: { readonly document_id: `doc_${string}` }) =>
  stage.table.partition(documentKey(document_id).pk);

test('a removal that is killed at any change hides the document, is due again, and is completed', async () => {
  let ordinal = 0;
  for (let isKilled = true; isKilled; ) {
    ordinal += 1;
    const { path, version_id, message } = await expired();

    isKilled = await killedAt(stage, 'removeDeleted', message, ordinal);

    const refusal = refused('resource_not_found', 'document_id');
    expect(await stage.call.getDocument({ path })).toMatchObject(refusal);
    expect(await stage.call.restoreDocument({ path })).toMatchObject(refusal);
    const left = await itemsOf(path);
    if (isKilled) {
      // The item of the document is due and leads to all other items, so the worker must remove this item last.
      expect(left.filter(({ sk, due_at_ms }) => sk === 'DELETED' && due_at_ms !== undefined)).toHaveLength(1);
      const isVersionLeft = left.some(({ sk }) => sk.startsWith('VERSION#'));
      if (!isVersionLeft) expect(await keptKeys()).not.toContain(payloadKey(version_id));
      await stage.table.letTimePass(anyPauseMilliseconds, isNoEvent);
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
    const added = await stage.call.createDocumentVersion({ path: { document_id: document.id }, form });
    const path = { document_id: document.id, version_id: added.body.id };
    await stage.deliver(...(await stage.takeMessages('processing')));
    await noteCall({ id: path.version_id, document_id: path.document_id }, undefined, Date.now());
    await putPage(path.version_id, 1, { webp: new Uint8Array(1), text: 'A page' });
    await stage.call.deleteDocumentVersion({ path });
    const [message = ''] = await stage.takeMessages('removals');

    isKilled = await killedAt(stage, 'removeDeleted', message, ordinal);

    // The service removes the files of a deleted version a second time, because a worker that began before the deletion may have stored
    // files since.
    await stage.table.letTimePass(anyPauseMilliseconds, isNoEvent);
    expect(await stage.consume('removeDeleted', await swept())).toEqual([]);
    const left = (await itemsOf(path)).filter(({ sk }) => sk.endsWith(ulidOf(path.version_id)));
    expect(left).toEqual([expect.not.objectContaining({ due_at_ms: expect.anything() })]);
    for (const prefix of ['payloads/', 'uploads/', 'pages/'])
      expect((await keptKeys(prefix)).filter((key) => key.includes(ulidOf(path.version_id)))).toEqual([]);
  }
  expect(ordinal).toBeGreaterThan(5);
}, 300_000);
