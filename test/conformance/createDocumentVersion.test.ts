import { expect, test } from 'vitest';
import { call, processed, processedVersion, readyDocument } from '../support/documents.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const pdf = await makePdf({ pages: 2 });
test('adds a version that becomes the current one once it is ready', async () => {
  const { document, document_id } = await readyDocument();

  const form = uploadForm({ title: 'Second draft', description: 'Clause 4' }, pdf);
  const { body: created } = await call.createDocumentVersion({ path: { document_id }, form });
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
