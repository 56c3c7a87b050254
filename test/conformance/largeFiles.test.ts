import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { maxFileBytesDefault } from '../../shared/contract/limits.ts';
import type { Actor } from '../support/client.ts';
import { call, processed, processedVersion, uniqueTitle, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { largePdf } from '../support/files/largePdf.ts';
import { sha256Of, uploaded, uploadFor } from '../support/largeFiles.ts';
import { allDocuments } from '../support/pages.ts';
import { put } from '../support/putUpload.ts';
import { refused } from '../support/refusals.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

type Fields = Readonly<Record<string, string>>;

const pdf = await makePdf();
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
