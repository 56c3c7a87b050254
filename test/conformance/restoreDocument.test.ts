import { expect, inject, test } from 'vitest';
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
  // A document that is not deleted stays as it is.
  expect((await restore(document_id, 'admin')).body).toEqual(before.document);
  await remove(document_id, 'admin');

  const answers = await Promise.all(Array.from({ length: 4 }, () => restore(document_id)));

  for (const { status, body, headers } of answers)
    expect({ status, body, tag: headers.get('etag') }).toEqual({
      status: 200,
      body: before.document,
      tag: before.tag,
    });
  expect(await seen()).toEqual(before);
  const created_after = new Date(Date.parse(before.document.created_at) - 1).toISOString();
  await eventually(
    () => allDocuments('admin', { created_after }),
    (listed) => idsOf(listed).filter((id) => id === document_id).length === 1,
  );
});

test('restores nothing for callers who could not see it before either', async () => {
  const { id: mine } = await upload({ as: 'member', fields: { access_level: 'private' } });
  const { id: shared } = await upload({ fields: { access_level: 'public' } });
  await remove(mine, 'member');
  await remove(shared);
  const gone = refused('resource_not_found', 'document_id');

  for (const as of ['owner', 'admin', 'service_account'] as const)
    expect(await restore(mine, as)).toMatchObject(gone);
  for (const as of ['outsider', 'newcomer', 'staff'] as const)
    expect(await restore(shared, as)).toMatchObject(gone);
  expect((await restore(mine, 'member')).status).toBe(200);
});
