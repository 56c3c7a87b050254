import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { maxFileBytesDefault } from '../../shared/contract/limits.ts';
import type { OperationContract } from '../../shared/contract/operation.ts';
import { createDocument } from '../../shared/contract/operations/documents.ts';
import { createDocumentVersion } from '../../shared/contract/operations/versions.ts';
import type { Actor } from '../support/client.ts';
import { call, processed, processedVersion, readyDocument, uniqueTitle } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { largePdf } from '../support/files/largePdf.ts';
import { sha256Of, uploaded, uploadFor } from '../support/largeFiles.ts';
import { allDocuments } from '../support/pages.ts';
import { put, type Upload } from '../support/putUpload.ts';
import { refused } from '../support/refusals.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const pdf = await makePdf({ pages: 3, minBytes: 5_000_000 });
const small = await makePdf();
const noPdf = Uint8Array.from(randomBytes(3000));
const shared = await readyDocument();

interface Creation {
  readonly contract: OperationContract;
  readonly send: (
    fields: Readonly<Record<string, string>>,
    as?: Actor,
    file?: Uint8Array<ArrayBuffer>,
  ) => Promise<{
    readonly status: number;
    readonly error: unknown;
    readonly body: unknown;
  }>;
  /** Returns how many documents or versions have a title. */
  readonly count: (title: string) => Promise<number>;
}

const creations: readonly Creation[] = [
  {
    contract: createDocument,
    send: (fields, as = 'owner', file) => call.createDocument({ as, form: uploadForm(fields, file ?? null) }),
    count: async (title) => (await allDocuments('owner')).filter((one) => one.title === title).length,
  },
  {
    contract: createDocumentVersion,
    send: (fields, as = 'owner', file) =>
      call.createDocumentVersion({
        as,
        path: { document_id: shared.document_id },
        form: uploadForm(fields, file ?? null),
      }),
    count: async (title) => {
      const path = { document_id: shared.document_id };
      const { items } = (await call.listDocumentVersions({ path, query: { limit: '100' } })).body;
      return items.filter((one) => one.title === title).length;
    },
  },
];

const idOf = ({ id }: Upload): string => id;

describe.for(creations)('$contract.id with an upload', ({ send, count }) => {
  test('needs a file or an upload', async () => {
    const title = uniqueTitle('Neither');

    expect(await send({ title })).toMatchObject(refused('missing_required_field', 'payload'));
    expect(await send({ title, upload_id: '' })).toMatchObject(refused('missing_required_field', 'payload'));
    expect(await count(title)).toBe(0);
  });

  test('refuses a file beside the upload, which stays usable', async () => {
    const upload_id = idOf(await uploaded(pdf));
    const title = uniqueTitle('Both');

    expect(await send({ title, upload_id }, 'owner', small)).toMatchObject(
      refused('invalid_value', 'upload_id'),
    );
    expect(await count(title)).toBe(0);
    expect(await send({ title, upload_id })).toMatchObject({ status: 200 });
  });

  test.for(['nonsense', 'upl_', 'doc_00000000000000000000000000', 'upl_00000000000000000000000000', ' '])(
    'refuses the upload %j',
    async (upload_id) => {
      const title = uniqueTitle('No upload');

      expect(await send({ title, upload_id })).toMatchObject(refused('invalid_upload', 'upload_id'));
      expect(await count(title)).toBe(0);
    },
  );

  // Threat: A file is exchanged after it was checked, or used twice, or by another person
  test('answers 404 for the upload of another person, which can still be used', async () => {
    const upload_id = idOf(await uploaded(pdf, 'admin'));
    const title = uniqueTitle('Not mine');

    const theirs = await send({ title, upload_id });
    const unknown = await send({ title, upload_id: 'upl_00000000000000000000000000' });

    expect(theirs).toMatchObject(refused('invalid_upload', 'upload_id'));
    expect(theirs.error).toEqual(unknown.error);
    expect(await count(title)).toBe(0);
    expect(await send({ title, upload_id }, 'admin')).toMatchObject({ status: 200 });
  });

  test('refuses an upload without its file, and accepts it when the file is there', async () => {
    const upload = await uploadFor(pdf);
    const fields = { title: uniqueTitle('Too early'), upload_id: upload.id };

    expect(await send(fields)).toMatchObject(refused('upload_incomplete', 'upload_id'));
    expect(await put(upload, pdf)).toBe(200);
    expect(await send(fields)).toMatchObject({ status: 200 });
  });

  test('refuses a file that is not a PDF, and removes the upload', async () => {
    const upload_id = idOf(await uploaded(noPdf));
    const title = uniqueTitle('No PDF');

    expect(await send({ title, upload_id })).toMatchObject(refused('invalid_file', 'upload_id'));
    expect(await send({ title, upload_id })).toMatchObject(refused('invalid_upload', 'upload_id'));
    expect(await count(title)).toBe(0);
  });

  // Threat: A file is exchanged after it was checked, or used twice, or by another person
  test('makes one item of an upload, also with ten requests at the same time', async () => {
    const upload_id = idOf(await uploaded(pdf));
    const title = uniqueTitle('Once');

    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ title, upload_id })));
    const [late] = await Promise.all([send({ title, upload_id })]);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of [...answers.filter(({ status }) => status !== 200), late])
      expect(answer).toMatchObject(refused('invalid_upload', 'upload_id'));
    // The list can lag by up to a second.
    expect(
      await eventually(
        () => count(title),
        (found) => found > 0,
      ),
    ).toBe(1);
  });

  // Threat: A file is exchanged after it was checked, or used twice, or by another person
  test('keeps the bytes that were checked, even if the upload is replaced', async () => {
    const upload = await uploaded(pdf);
    await send({ title: uniqueTitle('Swapped'), upload_id: upload.id });

    expect(await put(upload, Uint8Array.from(pdf).reverse())).toBe(412);
  });
});

test('an upload makes a document or a version, not both', async () => {
  const upload_id = idOf(await uploaded(pdf));
  const title = uniqueTitle('Either');

  const answers = await Promise.all(creations.map(({ send }) => send({ title, upload_id })));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject(refused('invalid_upload', 'upload_id'));
});

test('a document and a version of uploads become ready, with the bytes that were put', async () => {
  const title = uniqueTitle('Large');
  const made = (
    await call.createDocument({ form: uploadForm({ title, upload_id: idOf(await uploaded(pdf)) }, null) })
  ).body;
  const ready = await processed(made.id);
  const path = { document_id: made.id };
  const form = uploadForm({ upload_id: idOf(await uploaded(pdf)) }, null);
  const second = await processedVersion((await call.createDocumentVersion({ path, form })).body);

  expect(ready.processing_status).toBe('ready');
  expect(second.processing_status).toBe('ready');
});

test('a PDF of the largest size becomes ready, and is downloaded unchanged', async () => {
  const bytes = await largePdf(maxFileBytesDefault);
  const upload_id = idOf(await uploaded(bytes));
  const form = uploadForm({ title: uniqueTitle('Largest'), access_level: 'public', upload_id }, null);

  const { id, service_url } = (await call.createDocument({ form })).body;
  const { processing_status } = await processed(id);
  const download = await fetch(`${service_url}?file=attachment`);

  expect(processing_status).toBe('ready');
  expect(sha256Of(new Uint8Array(await download.arrayBuffer()))).toBe(sha256Of(bytes));
});
