import { expect } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, processedVersion, readyDocument, uploadVersion } from '../support/documents.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

const read = (document_id: string, version_id: string, as: Actor = 'owner') =>
  call.getDocumentVersion({ as, path: { document_id, version_id } });

test('shows the first version of a document, with its creator', async () => {
  const { document, document_id, version_id } = await readyDocument({ as: 'member' });

  const { body } = await read(document_id, version_id);

  expect(body).toEqual({
    id: version_id,
    document_id,
    service_url: expect.stringContaining(version_id),
    title: null,
    description: null,
    processing_status: 'ready',
    created_at: expect.any(String),
    created_by: document.created_by,
  });
});

test('shows an old version with its own fields, like the current one', async () => {
  const { document_id, version_id } = await readyDocument();
  const second = await processedVersion(await uploadVersion({ document_id, fields: { title: 'Second' } }));

  const { body: old } = await read(document_id, version_id);
  const { body: current } = await read(document_id, second.id);

  expect(old).toMatchObject({ id: version_id, title: null });
  expect(current).toEqual(second);
  expect(current.service_url).not.toBe(old.service_url);
});

test.for(['admin', 'member', 'read_only', 'service_account'] as const)(
  'shows the %s a version of a document of their organization',
  async (as, { ready: { document_id, version_id } }) => {
    expect((await read(document_id, version_id, as)).body.id).toBe(version_id);
  },
);

test('says not found for a version of another document', async ({ ready: { document_id } }) => {
  const other = await readyDocument();

  const answer = await read(document_id, other.version_id);

  expect(answer).toMatchObject(refused('resource_not_found', 'version_id'));
});

test('says not found for a version that does not exist', async ({ ready: { document_id } }) => {
  const answer = await read(document_id, 'ver_00000000000000000000000000');

  expect(answer).toMatchObject(refused('resource_not_found', 'version_id'));
});

test('says not found for a document that does not exist', async ({ ready: { version_id } }) => {
  const answer = await read('doc_00000000000000000000000000', version_id);

  expect(answer).toMatchObject(refused('resource_not_found', 'document_id'));
});

test.for([
  { document_id: 'doc_1', version_id: 'ver_00000000000000000000000000', param: 'document_id' },
  { document_id: 'doc_00000000000000000000000000', version_id: 'ver_1', param: 'version_id' },
  {
    document_id: 'doc_00000000000000000000000000',
    version_id: 'doc_00000000000000000000000000',
    param: 'version_id',
  },
])('refuses the malformed $param of $document_id/$version_id', async ({ document_id, version_id, param }) => {
  expect(await read(document_id, version_id)).toMatchObject(refused('invalid_value', param));
});
