import { describe, expect, inject, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { brokenPdf, call, readyDocument, upload, uploadVersion } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { allDocuments, idsOf } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';

const [policy_id = ''] = inject('credentials').policy_ids;
const remove = (document_id: string, as: Actor = 'owner') =>
  call.deleteDocument({ as, path: { document_id } });
const restore = (document_id: string, as: Actor = 'owner') =>
  call.restoreDocument({ as, path: { document_id } });

/** Makes a document, and deletes it as its creator. */
async function deleted(creator: Actor = 'owner', access_level = 'organization'): Promise<string> {
  const { id } = await upload({ as: creator, fields: { access_level } });
  expect((await remove(id, creator)).status).toBe(200);
  return id;
}

test('restores all of a document: versions, policies, entry page, page and place in the list', async () => {
  const { document_id } = await readyDocument({ as: 'member', fields: { description: 'Twice' } });
  const path = { document_id };
  await uploadVersion({ document_id, payload: brokenPdf });
  await call.attachDocumentPolicy({ path, json: { policy_id } });
  const seen = async () => ({
    ...(await eventually(
      () => stateOf(document_id),
      ({ versions }) => versions.every(({ processing_status }) => processing_status !== 'processing'),
    )),
    policies: (await call.listDocumentPolicies({ path })).body.items,
    tag: (await call.getDocument({ path })).headers.get('etag'),
    cover: new URL((await call.generateDocumentEntryPage({ path })).body.download_url).pathname,
  });
  const before = await seen();
  await remove(document_id, 'admin');

  const { status, body, headers } = await restore(document_id);

  expect({ status, body, tag: headers.get('etag') }).toEqual({
    status: 200,
    body: before.document,
    tag: before.tag,
  });
  expect(await seen()).toEqual(before);
  const created_after = new Date(Date.parse(body.created_at) - 1).toISOString();
  await eventually(
    () => allDocuments('admin', { created_after }),
    (listed) => idsOf(listed).filter((id) => id === document_id).length === 1,
  );
});

test('does not change a document that is not deleted, or was restored by another request', async () => {
  const { document_id } = await readyDocument();
  const before = await stateOf(document_id);

  expect((await restore(document_id, 'admin')).body).toEqual(before.document);
  await remove(document_id);
  const answers = await Promise.all(Array.from({ length: 6 }, () => restore(document_id)));

  for (const { body } of answers) expect(body).toEqual(before.document);
  expect(await stateOf(document_id)).toEqual(before);
});

describe('restores nothing', () => {
  test('for callers who could not see it before either', async () => {
    const mine = await deleted('member', 'private');
    const shared = await deleted('owner', 'public');

    for (const as of ['owner', 'admin', 'service_account'] as const)
      expect(await restore(mine, as)).toMatchObject(refused('resource_not_found', 'document_id'));
    for (const as of ['outsider', 'newcomer', 'staff'] as const)
      expect(await restore(shared, as)).toMatchObject(refused('resource_not_found', 'document_id'));
    expect((await restore(mine, 'member')).status).toBe(200);
  });
});
