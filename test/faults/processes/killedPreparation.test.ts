import { expect, test } from 'vitest';
import type { VersionId } from '../../../shared/contract/identifiers.ts';
import { getPreparedPages, needsCall, noteCall } from '../../../shared/data/reading/preparedPages.ts';
import { getPagePicture, getPageText, getSmallPicture } from '../../../shared/files/pagePictures.ts';
import { anyPauseMilliseconds, sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { makeSmallPdf } from '../../support/uploads.ts';
import { killedAt } from '../separateProcess.ts';

/** Longer than a killed worker's claim, and shorter than the life of a copy. */
const claimMilliseconds = 121_000;

const stage = await sharedFaultyStage();

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

    await stage.table.letTimePass(anyPauseMilliseconds);
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
  const policy = (await stage.call.createPolicy({ as: 'admin', json })).body;
  const headers = { Accept: 'text/html', Authorization: `Bearer ${stage.credentials.api_keys.member}` };
  let ordinal = 0;
  for (let isKilled = true; isKilled; ) {
    ordinal += 1;
    const { document, body } = await stage.uploadAndTake();
    await stage.deliver(body);
    const path = { document_id: document.id };
    await stage.call.setDocumentAccessLevel({ path, json: { access_level: 'organization' } });
    await stage.call.attachDocumentPolicy({ path, json: { policy_id: policy.id } });
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
    await stage.table.letTimePass(claimMilliseconds);
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
  const copies = await stage.table.everything(({ sk }) => sk.startsWith('COPY#'));
  expect(copies.map(({ lacks, expires_at_seconds }) => [lacks, typeof expires_at_seconds])).toEqual(
    Array(ordinal).fill([{ signatures: 0, attachments: 0, kinds: [] }, 'number']),
  );
});
