import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../shared/contract/errorCodes.ts';
import { maxFileBytesDefault } from '../../shared/contract/limits.ts';
import type { Actor } from '../support/client.ts';
import {
  call,
  processed,
  processedVersion,
  uniqueTitle,
  upload,
  uploadVersion,
} from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { largePdf } from '../support/files/largePdf.ts';
import { sha256Of, uploaded, uploadFor } from '../support/largeFiles.ts';
import { bytes, pdfPart, rawForm, text } from '../support/multipart.ts';
import { allDocuments } from '../support/pages.ts';
import { put } from '../support/putUpload.ts';
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

const pdf = await makePdf();
const payload = pdfPart(pdf);
/** The tests look at all documents that are newer than this one. */
const document = await upload();

type Form = Parameters<typeof call.createDocument>[0] & object;
type Parts = Parameters<typeof rawForm>[0];

/** Returns a form with a title, a PDF and other parts. */
const form =
  (more: Parts = [], framing: Parameters<typeof rawForm>[1] = {}) =>
  (title: string) =>
    rawForm([text('title', title), payload, ...more], framing);
/** Returns a form whose end is missing. */
const truncated = (missingBytes: number, parts: (title: string) => Parts) => (title: string) => {
  const { raw, headers } = rawForm(parts(title));
  return { raw: raw.slice(0, -missingBytes), headers };
};
const typed = (type: string, raw: Form['raw'] & {}) => () => ({ raw, headers: { 'Content-Type': type } });
const contentType = (type: string) => form([], { contentType: type });
/** The forms to refuse, each made with a title, and the error. No document may have this title afterwards. */
const cases: readonly (readonly [string, (title: string) => Form, ErrorCode, string | null])[] = [
  ['no boundary in its type', contentType('multipart/form-data'), 'invalid_multipart', 'Content-Type'],
  ['another boundary', contentType('multipart/form-data; boundary=another'), 'invalid_multipart', null],
  ['line feeds instead of line ends', form([], { lineEnd: '\n' }), 'invalid_multipart', null],
  [
    'no end of its file',
    truncated(400, (title) => [text('title', title), payload]),
    'invalid_multipart',
    null,
  ],
  ['an empty body', () => ({ ...rawForm([]), raw: bytes([]) }), 'invalid_multipart', null],
  ['JSON', typed('application/json', '{"title":"T"}'), 'unsupported_media_type', 'Content-Type'],
  ['no content type', (title) => ({ raw: form()(title).raw }), 'unsupported_media_type', 'Content-Type'],
];

test.for(cases)('creates no document from a form with %s', async ([, make, code, param]) => {
  const name = uniqueTitle('Refused');

  expect(await call.createDocument(make(name))).toMatchObject(refused(code, param));
  const since = await allDocuments('owner', { created_after: document.created_at });
  expect(since.map((listed) => listed.title)).not.toContain(name);
});

const largest = 104_857_600;

/** The same file with one changed byte. */
const altered = Uint8Array.from(pdf, (byte, index) => (index === 500 ? byte ^ 1 : byte));
const base64Of = (bytes: Uint8Array): string => Buffer.from(sha256Of(bytes), 'hex').toString('base64');

test('answers with a URL and headers that are valid for an hour, for any size up to the largest', async () => {
  const before = Date.now();

  const { status, body } = await call.createUpload({ json: { size_bytes: largest } });

  expect(status).toBe(201);
  expect(body.id).toMatch(/^upl_[0-9a-hjkmnp-tv-z]{26}$/);
  const lifetime = Date.parse(body.expires_at) - before;
  expect(lifetime).toBeGreaterThan(3_590_000);
  expect(lifetime).toBeLessThan(3_610_000);
  expect(body.headers).toMatchObject({ 'If-None-Match': '*' });
  for (const size_bytes of [largest + 1, 1e20])
    expect(await call.createUpload({ json: { size_bytes } })).toMatchObject(
      refused('file_too_large', 'size_bytes'),
    );
});

describe.for([false, true])('a URL for a file whose SHA-256 was given: %s', (withHash) => {
  // Threat: The URL of an upload is used for another file, another place, twice, or later
  test('takes the file by one of several PUTs, and nothing else', async () => {
    const upload = await uploadFor(pdf, { withHash });

    for (const bytes of [pdf.slice(0, -1), Uint8Array.from([...pdf, 0])])
      expect(await put(upload, bytes)).toBe(403);
    expect(await put({ ...upload, headers: {} }, pdf)).toBe(403);
    const statuses = await Promise.all(Array.from({ length: 5 }, () => put(upload, pdf)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412 || status === 409)).toHaveLength(4);
    expect(await put(upload, pdf)).toBe(412);
  });

  // Threat: The URL of an upload is used for another file, another place, twice, or later
  test('refuses every other use', async () => {
    const { url, headers } = await uploadFor(pdf, { withHash });
    const copy = { ...headers, 'x-amz-copy-source': new URL(url).pathname };

    const answers = await Promise.all([
      fetch(url),
      fetch(url, { method: 'DELETE', headers }),
      fetch(url, { method: 'PUT', headers: copy, body: pdf }),
      fetch(url.replace(/X-Amz-Expires=[0-9]+/, 'X-Amz-Expires=7200'), { method: 'PUT', headers, body: pdf }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });
});

test('accepts other content of the same length only if no SHA-256 was given', async () => {
  expect(await put(await uploadFor(pdf), altered)).toBe(200);

  const upload = await uploadFor(pdf, { withHash: true });
  expect(await put(upload, altered)).toBe(400);
  const swapped = { ...upload.headers, 'x-amz-checksum-sha256': base64Of(altered) };
  expect(await put({ ...upload, headers: swapped }, altered)).toBe(403);
  expect(await put(upload, pdf)).toBe(200);
});

test('a repeated request gets the same upload, with a newly signed URL', async () => {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const json = { size_bytes: pdf.byteLength, sha256: sha256Of(pdf).toUpperCase() };

  const { body: first } = await call.createUpload({ headers, json });
  const { body: second } = await call.createUpload({ headers, json });

  expect(second).toEqual({ ...first, url: expect.stringContaining('X-Amz-Signature') });
  expect(await put(second, pdf)).toBe(200);
  expect(await put(first, pdf)).toBe(412);
});

type Fields = Readonly<Record<string, string>>;

const noPdf = Uint8Array.from(randomBytes(3000));
const path = { document_id: (await upload()).id };
const created_after = new Date(Date.now() - 60_000).toISOString();

/** Each operation that takes an upload, and the number of documents or versions with a title. */
const creations = [
  {
    id: 'createDocument',
    send: (fields: Fields, as: Actor = 'owner', file: typeof pdf | null = null) =>
      call.createDocument({ as, form: uploadForm(fields, file) }),
    count: async (title: string) =>
      (await allDocuments('owner', { created_after })).filter((one) => one.title === title).length,
  },
  {
    id: 'createDocumentVersion',
    send: (fields: Fields, as: Actor = 'owner', file: typeof pdf | null = null) =>
      call.createDocumentVersion({ as, path, form: uploadForm(fields, file) }),
    count: async (title: string) => {
      const { items } = (await call.listDocumentVersions({ path, query: { limit: '100' } })).body;
      return items.filter((one) => one.title === title).length;
    },
  },
];

describe.for(creations)('$id with an upload', ({ send, count }) => {
  test('needs a file or an upload, whose file is there', async () => {
    const title = uniqueTitle('Refused');
    const upload = await uploadFor(pdf);
    const fields = { title, upload_id: upload.id };

    for (const none of [{ title }, { title, upload_id: '' }])
      expect(await send(none)).toMatchObject(refused('missing_required_field', 'payload'));
    for (const upload_id of ['nonsense', 'doc_00000000000000000000000000', 'upl_00000000000000000000000000'])
      expect(await send({ title, upload_id })).toMatchObject(refused('invalid_upload', 'upload_id'));
    expect(await send(fields)).toMatchObject(refused('upload_incomplete', 'upload_id'));
    expect(await put(upload, pdf)).toBe(200);
    // An upload stays usable after a refusal.
    expect(await send(fields, 'owner', pdf)).toMatchObject(refused('invalid_value', 'upload_id'));
    expect(await send({ ...fields, colour: 'red' })).toMatchObject(refused('unknown_field', 'colour'));
    expect(await count(title)).toBe(0);
    expect(await send(fields)).toMatchObject({ status: 200 });
  });

  // Threat: A file is exchanged after it was checked, or used twice, or by another person
  test('answers 404 for the upload of another person, which can still be used', async () => {
    const { id: upload_id } = await uploaded(pdf, 'admin');
    const title = uniqueTitle('Not mine');

    const theirs = await send({ title, upload_id });
    const unknown = await send({ title, upload_id: 'upl_00000000000000000000000000' });

    expect(theirs).toMatchObject(refused('invalid_upload', 'upload_id'));
    expect(theirs.error).toEqual(unknown.error);
    expect(await count(title)).toBe(0);
    expect(await send({ title, upload_id }, 'admin')).toMatchObject({ status: 200 });
  });

  test('refuses a file that is not a PDF, and removes the upload', async () => {
    const { id: upload_id } = await uploaded(noPdf);
    const title = uniqueTitle('No PDF');

    expect(await send({ title, upload_id })).toMatchObject(refused('invalid_file', 'upload_id'));
    expect(await send({ title, upload_id })).toMatchObject(refused('invalid_upload', 'upload_id'));
    expect(await count(title)).toBe(0);
  });

  // Threat: A file is exchanged after it was checked, or used twice, or by another person
  test('makes one item of an upload, also with many requests, and keeps the bytes that were checked', async () => {
    const upload = await uploaded(pdf);
    const title = uniqueTitle('Once');
    const make = () => send({ title, upload_id: upload.id });

    const answers = [...(await Promise.all([1, 2, 3, 4, 5].map(make))), await make()];

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(refused('invalid_upload', 'upload_id'));
    // The list can lag by up to a second.
    const found = await eventually(
      () => count(title),
      (number) => number > 0,
    );
    expect(found).toBe(1);
    expect(await put(upload, Uint8Array.from(pdf).reverse())).toBe(412);
  });
});

test('a PDF of the largest size becomes ready, and is downloaded unchanged, and so does a version', async () => {
  const bytes = await largePdf(maxFileBytesDefault);
  const { id: upload_id } = await uploaded(bytes);
  const form = uploadForm({ title: uniqueTitle('Largest'), access_level: 'public', upload_id }, null);

  const { id, service_url } = (await call.createDocument({ form })).body;
  const { processing_status } = await processed(id);
  const download = await fetch(`${service_url}?file=attachment`);

  expect(processing_status).toBe('ready');
  expect(sha256Of(new Uint8Array(await download.arrayBuffer()))).toBe(sha256Of(bytes));
  const small = uploadForm({ upload_id: (await uploaded(pdf)).id }, null);
  const second = (await call.createDocumentVersion({ path: { document_id: id }, form: small })).body;
  expect((await processedVersion(second)).processing_status).toBe('ready');
});
