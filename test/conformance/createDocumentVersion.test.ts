import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, processed, processedVersion, readyDocument } from '../support/documents.ts';
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

/** Each refused request asserts that this document is unchanged. */
const { document_id: untouched } = await readyDocument();

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
