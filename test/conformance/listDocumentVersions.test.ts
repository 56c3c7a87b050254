import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { brokenPdf, call, processedVersion, readyDocument, uploadVersion } from '../support/documents.ts';
import { idsOf } from '../support/pages.ts';

const list = (document_id: string, as: Actor = 'owner') =>
  call.listDocumentVersions({ as, path: { document_id } });

test('lists versions newest first, failed ones included, and each as getDocumentVersion shows it', async () => {
  const { document_id, version_id } = await readyDocument();
  const second = await processedVersion(await uploadVersion({ document_id, fields: { title: 'Second' } }));
  const failed = await processedVersion(await uploadVersion({ document_id, payload: brokenPdf }));

  const { body: page } = await list(document_id);

  expect(idsOf(page.items)).toEqual([failed.id, second.id, version_id]);
  expect(page.items).toMatchObject([failed, second, { processing_status: 'ready' }]);
  const times = page.items.map(({ created_at }) => Date.parse(created_at));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});
