import { expect, test } from 'vitest';
import { brokenPdf, call, processed, upload, uploadVersion } from '../support/documents.ts';
import { allVersions } from '../support/pages.ts';

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
