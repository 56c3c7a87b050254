import { expect, test } from 'vitest';
import { call, uniqueTitle, upload, uploadVersion } from '../support/documents.ts';
import { bytes } from '../support/multipart.ts';
import { allDocuments } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const maxUploadBytes = 4_650_000;

/** Returns a PDF of exactly this size, filled up with spaces. */
async function pdfOfExactly(size: number): Promise<Uint8Array<ArrayBuffer>> {
  const smaller = await makePdf({ minBytes: size - 20_000 });
  return bytes([smaller, ' '.repeat(size - smaller.length)]);
}

test('a file of exactly 4,650,000 bytes is accepted, as a document and as a version', async () => {
  const payload = await pdfOfExactly(maxUploadBytes);

  const { id } = await upload({ payload });
  const version = await uploadVersion({ document_id: id, payload });

  expect(payload).toHaveLength(maxUploadBytes);
  expect(version.document_id).toBe(id);
});

test('a payload that is not a PDF or too large creates no document', async () => {
  const title = uniqueTitle('Refused');
  const { created_at: created_after } = await upload();
  const texts = ['A letter, not a PDF.', `${' '.repeat(4096)}%PDF-1.7\n`, ''];
  const create = (payload: Uint8Array<ArrayBuffer>) =>
    call.createDocument({ form: uploadForm({ title }, payload) });

  for (const text of texts)
    expect(await create(Uint8Array.from(Buffer.from(text)))).toMatchObject(
      refused('invalid_file', 'payload'),
    );
  // The service itself refuses the smaller file, and names the field. API Gateway refuses the larger one, without the field.
  for (const [size, param] of [
    [maxUploadBytes + 1, 'payload'],
    [11_000_000, null],
  ] as const) {
    const answer = await create(await pdfOfExactly(size));
    expect(answer).toMatchObject(refused('file_too_large', param));
    expect(answer.error?.message).toContain('POST /v1/uploads');
  }
  const since = await allDocuments('owner', { created_after });
  expect(since.map((document) => document.title)).not.toContain(title);
});
