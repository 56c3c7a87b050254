import { expect } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, processedVersion, readyDocument, uploadVersion } from '../support/documents.ts';
import { test } from '../support/test.ts';

const read = (document_id: string, version_id: string, as: Actor = 'owner') =>
  call.getDocumentVersion({ as, path: { document_id, version_id } });

test('shows an old version with its own fields, like the current one', async () => {
  const { document_id, version_id } = await readyDocument();
  const second = await processedVersion(await uploadVersion({ document_id, fields: { title: 'Second' } }));

  const { body: old } = await read(document_id, version_id);
  const { body: current } = await read(document_id, second.id);

  expect(old).toMatchObject({ id: version_id, title: null });
  expect(current).toEqual(second);
  expect(current.service_url).not.toBe(old.service_url);
});
