import { expect, test } from 'vitest';
import { brokenPdf, call, processed, readyDocument, upload, uploadVersion } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { allVersions, idsOf } from '../support/pages.ts';
import { makePdf } from '../support/uploads.ts';

const read = async (document_id: string) => (await call.getDocument({ path: { document_id } })).body;

test('a failed version stays failed; a valid one makes its document ready', async () => {
  const { id } = await upload({ payload: brokenPdf });
  await processed(id);

  const version = await uploadVersion({ document_id: id });
  const meanwhile = await read(id);
  const document = await processed(id);

  expect(version.processing_status).toBe('processing');
  expect(['processing', 'ready']).toContain(meanwhile.processing_status);
  expect(document).toMatchObject({ processing_status: 'ready', current_version: { id: version.id } });
  expect(await allVersions('owner', id)).toMatchObject([
    { id: version.id, processing_status: 'ready' },
    { processing_status: 'failed' },
  ]);
});

test('the current version is never replaced by an older one that is processed later', async () => {
  const { document_id } = await readyDocument();
  const large = await makePdf({ minBytes: 4_000_000, pages: 100 });
  const small = await makePdf();

  const slow = await uploadVersion({ document_id, payload: large });
  const quick = await uploadVersion({ document_id, payload: small });
  const last = await uploadVersion({ document_id, payload: brokenPdf });
  const seen: string[] = [];
  const versions = await eventually(
    async () => {
      seen.push((await read(document_id)).current_version?.id ?? '');
      return allVersions('owner', document_id);
    },
    (all) => all.every(({ processing_status }) => processing_status !== 'processing'),
  );

  expect(seen).toEqual(seen.toSorted());
  expect(idsOf(versions).slice(0, 3)).toEqual([last.id, quick.id, slow.id]);
  expect((await read(document_id)).current_version).toEqual({ id: quick.id });
});
