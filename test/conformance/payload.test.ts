import { describe, expect, test } from 'vitest';
import { call, readyDocument, uniqueTitle, upload, uploadVersion } from '../support/documents.ts';
import { bytes } from '../support/multipart.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { allDocuments } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const maxUploadBytes = 4_650_000;
/** No refused request may change this document, or create another document: `titlesSince` lists newer documents. */
const { document, document_id } = await readyDocument();
const titlesSince = async () =>
  (await allDocuments('owner', { created_after: document.created_at })).map(({ title }) => title);

test.for([
  { what: 'text', bytes: 'This is a letter, not a PDF.' },
  { what: 'HTML', bytes: '<!doctype html><title>PDF-1.7</title>' },
  { what: 'an image', bytes: '\x89PNG\r\n\x1a\n' },
  { what: 'a PDF header far behind other bytes', bytes: `${' '.repeat(4096)}%PDF-1.7\n` },
  { what: 'nothing', bytes: '' },
])('refuses a payload that is $what, with any content type', async ({ bytes }) => {
  const title = uniqueTitle('Not a PDF');
  const form = uploadForm({ title }, Uint8Array.from(Buffer.from(bytes, 'latin1')));

  expect(await call.createDocument({ form })).toMatchObject(refused('invalid_file', 'payload'));
  expect(await titlesSince()).not.toContain(title);
});

/** Returns a PDF of exactly this size, filled up with spaces. */
async function pdfOfExactly(size: number): Promise<Uint8Array<ArrayBuffer>> {
  const smaller = await makePdf({ minBytes: size - 20_000 });
  return bytes([smaller, ' '.repeat(size - smaller.length)]);
}

describe('a file within the limit', () => {
  test('of exactly 4,650,000 bytes is accepted, as a document and as a version', async () => {
    const payload = await pdfOfExactly(maxUploadBytes);

    const { id } = await upload({ payload });
    const version = await uploadVersion({ document_id: id, payload });

    expect(payload).toHaveLength(maxUploadBytes);
    expect(version.document_id).toBe(id);
  });
});

describe('a file that is too large', () => {
  /**
   * The service itself refuses the smallest file, and names the field. API Gateway refuses the larger files, without the name of the field.
   */
  const cases = [
    { size: maxUploadBytes + 1, refusedBy: 'the service', param: 'payload' },
    { size: 8_000_000, refusedBy: "Lambda's limit of 6 MB", param: null },
    { size: 11_000_000, refusedBy: "API Gateway's limit of 10 MB", param: null },
  ];

  test.for(cases)('creates no document: $size bytes, refused by $refusedBy', async ({ size, param }) => {
    const title = uniqueTitle('Too large');
    const payload = await pdfOfExactly(size);

    const answer = await call.createDocument({ form: uploadForm({ title }, payload) });

    expect(answer).toMatchObject(refused('file_too_large', param));
    expect(await titlesSince()).not.toContain(title);
  });

  test.for(cases.slice(0, 1))(
    'creates no version: $size bytes, refused by $refusedBy',
    async ({ size, param }) => {
      const before = await stateOf(document_id);
      const payload = await pdfOfExactly(size);

      const answer = await call.createDocumentVersion({
        path: { document_id },
        form: uploadForm({}, payload),
      });

      expect(answer).toMatchObject(refused('file_too_large', param));
      expect(await stateOf(document_id)).toEqual(before);
    },
  );
});
