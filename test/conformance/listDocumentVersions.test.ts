import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import {
  brokenPdf,
  call,
  processedVersion,
  readyDocument,
  upload,
  uploadVersion,
} from '../support/documents.ts';
import { idsOf } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';

const list = (document_id: string, as: Actor = 'owner') =>
  call.listDocumentVersions({ as, path: { document_id } });

test('lists the one version of a new document while it is being processed', async () => {
  const { id, created_by } = await upload();

  const { body: page } = await list(id);

  expect(page).toEqual({
    items: [expect.objectContaining({ document_id: id, title: null, created_by })],
    pagination: { next_cursor: '', has_more: false },
  });
});

test('lists versions newest first, failed ones included, and each as getDocumentVersion shows it', async () => {
  const { document_id, version_id } = await readyDocument();
  const second = await processedVersion(await uploadVersion({ document_id, fields: { title: 'Second' } }));
  const failed = await processedVersion(await uploadVersion({ document_id, payload: brokenPdf }));

  const { body: page } = await list(document_id);

  expect(idsOf(page.items)).toEqual([failed.id, second.id, version_id]);
  expect(page.items).toMatchObject([failed, second, { processing_status: 'ready' }]);
  const times = page.items.map(({ created_at }) => Date.parse(created_at));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test.for(['admin', 'member', 'read_only', 'service_account'] as const)(
  'lists for the %s the versions of a document of their organization',
  async (as) => {
    const { document_id, version_id } = await readyDocument();

    const { body: page } = await list(document_id, as);

    expect(idsOf(page.items)).toEqual([version_id]);
  },
);

test('lists nothing of another document', async () => {
  const [{ document_id, version_id }, other] = [await readyDocument(), await readyDocument()];

  const { body: page } = await list(document_id);

  expect(idsOf(page.items)).toEqual([version_id]);
  expect(idsOf(page.items)).not.toContain(other.version_id);
});

test('says not found for a document that does not exist', async () => {
  const answer = await list('doc_00000000000000000000000000');

  expect(answer).toMatchObject(refused('resource_not_found', 'document_id'));
});

test('refuses the malformed identifier of the document', async () => {
  expect(await list('doc_1')).toMatchObject(refused('invalid_value', 'document_id'));
});
