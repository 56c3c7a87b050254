import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VersionId } from '../../shared/contract/identifiers.ts';
import { getPreparedPages, mustBeAsked, noteAsked } from '../../shared/data/preparedPages.ts';
import { getPagePicture, getPageText } from '../../shared/files/pagePictures.ts';
import { anyPauseMilliseconds, type FaultyStage, openFaultyStage } from './faultyStage.ts';
import { killedAt } from './separateProcess.ts';

let stage: FaultyStage;
beforeAll(async () => {
  stage = await openFaultyStage();
});
afterAll(() => stage.close());

test('a worker that is killed at any of its requests leaves nothing that its page does not have made', async () => {
  let ordinal = 0;
  for (let isKilled = true; isKilled; ) {
    ordinal += 1;
    const { document, body, version_id } = await stage.uploadAndTake();
    await stage.deliver(body);
    const id = version_id as VersionId;
    await noteAsked({ id, document_id: document.id }, undefined, Date.now());
    const message = JSON.stringify({ kind: 'pages', document_id: document.id, version_id });

    isKilled = await killedAt(stage, 'prepareCopy', message, ordinal);

    await stage.table.letTimePass(anyPauseMilliseconds);
    const left = await getPreparedPages(id, Date.now());
    if (mustBeAsked(left, Date.now())) {
      expect(await noteAsked({ id, document_id: document.id }, left, Date.now())).toBe(true);
      expect(await stage.consume('prepareCopy', message)).toEqual([]);
    }
    const done = await getPreparedPages(id, Date.now());
    expect(done).toMatchObject({ page_count: 1, pages: [[1188, 1682]], interrupted_attempts: 0 });
    expect(done?.refusal).toBeUndefined();
    expect((await getPagePicture(id, 1)).length).toBeGreaterThan(1000);
    expect(await getPageText(id, 1)).toBe('Page 1');
  }
  // It reads the version, claims it, fetches the file, puts a picture and its text, and notes that twice.
  expect(ordinal).toBe(8);
});
