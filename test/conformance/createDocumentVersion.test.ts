import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, processed, processedVersion, readyDocument, uploadVersion } from '../support/documents.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { refused } from '../support/refusals.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const pdf = await makePdf({ pages: 2 });
const create = (document_id: string, fields: Record<string, string>, as: Actor = 'owner') =>
  call.createDocumentVersion({ as, path: { document_id }, form: uploadForm(fields, pdf) });

test('adds a version that becomes the current one once it is ready', async () => {
  const { document, document_id } = await readyDocument();

  const { body: created } = await create(document_id, { title: 'Second draft', description: 'Clause 4' });
  const ready = await processedVersion(created);

  expect(created).toMatchObject({
    document_id,
    title: 'Second draft',
    description: 'Clause 4',
    processing_status: 'processing',
    created_by: document.created_by,
  });
  expect(created.service_url).toContain(created.id);
  expect(ready).toEqual({ ...created, processing_status: 'ready' });
  expect(await processed(document_id)).toEqual({ ...document, current_version: { id: created.id } });
});

test('needs neither title nor description, which are then null', async () => {
  const { document_id } = await readyDocument();

  const { body: created } = await create(document_id, {});

  expect(created).toMatchObject({ title: null, description: null });
});

test.for([
  { what: 'letters of several scripts', title: '契約書 №1 – Ünïcode 🎉', description: 'Änderungen 変更' },
  { what: '255 emoji', title: '🎉'.repeat(255), description: 'd'.repeat(5000) },
  { what: 'one character', title: 'x', description: 'y' },
])('gives back a title of $what as it was sent', async ({ title, description }) => {
  const { document_id } = await readyDocument();

  const { body: created } = await create(document_id, { title, description });

  expect(created).toMatchObject({ title, description });
});

test('leaves title, description and access level of the document as they are', async () => {
  const fields = { title: 'Lease', description: 'Ground floor', access_level: 'private' };
  const { document, document_id } = await readyDocument({ fields });

  await processedVersion(
    await uploadVersion({ document_id, fields: { title: 'Other', description: 'Other' } }),
  );

  expect((await stateOf(document_id)).document).toMatchObject({ ...fields, created_at: document.created_at });
});

test.for([
  { as: 'owner', creator: 'member' },
  { as: 'admin', creator: 'member' },
  { as: 'service_account', creator: 'service_account' },
  { as: 'newcomer', creator: 'newcomer' },
] as const)("lets the $as add to the $creator's document, in their own name", async ({ as, creator }) => {
  const { document_id } = await readyDocument({ as: creator });
  const own = await readyDocument({ as });

  const { body: created } = await create(document_id, {}, as);

  expect(created.created_by).toEqual(own.document.created_by);
});

/** Each refused request asserts that this document is unchanged. */
const { document_id: untouched } = await readyDocument();

test.for([
  {
    what: 'a title of 256 characters',
    fields: { title: 't'.repeat(256) },
    code: 'invalid_value',
    param: 'title',
  },
  {
    what: 'a title with an override',
    fields: { title: 'v2 \u202ecod' },
    code: 'invalid_value',
    param: 'title',
  },
  ...['', 'yes', 'TRUE', '1'].map((notify_readers) => ({
    what: `notify_readers "${notify_readers}"`,
    fields: { notify_readers },
    code: 'invalid_value' as const,
    param: 'notify_readers',
  })),
  {
    what: 'an access level, which a version has not',
    fields: { access_level: 'public' },
    code: 'unknown_field',
    param: 'access_level',
  },
  {
    what: 'the read-only payload_key',
    fields: { payload_key: 'k' },
    code: 'unknown_field',
    param: 'payload_key',
  },
  {
    what: 'the read-only version_id',
    fields: { version_id: 'v' },
    code: 'unknown_field',
    param: 'version_id',
  },
  {
    what: 'the read-only document_id',
    fields: { document_id: 'd' },
    code: 'unknown_field',
    param: 'document_id',
  },
] as const)('refuses $what and adds nothing', async ({ fields, code, param }) => {
  const before = await stateOf(untouched);

  expect(await create(untouched, fields)).toMatchObject(refused(code, param));
  expect(await stateOf(untouched)).toEqual(before);
});

test('refuses a form without a payload, and a payload that is not a PDF', async () => {
  const before = await stateOf(untouched);
  const path = { document_id: untouched };

  const none = await call.createDocumentVersion({ path, form: uploadForm({ title: 'Empty' }, null) });
  const notPdf = await call.createDocumentVersion({
    path,
    form: uploadForm({}, Uint8Array.from(Buffer.from('plain text'))),
  });

  expect(none).toMatchObject(refused('missing_required_field', 'payload'));
  expect(notPdf).toMatchObject(refused('invalid_file', 'payload'));
  expect(await stateOf(untouched)).toEqual(before);
});

test('answers 404 for a document that does not exist', async () => {
  const answer = await create('doc_00000000000000000000000000', {});

  expect(answer).toMatchObject(refused('resource_not_found', 'document_id'));
});

test('refuses the malformed identifier of the document', async () => {
  expect(await create('doc_1', {})).toMatchObject(refused('invalid_value', 'document_id'));
});
