import { expect, test } from 'vitest';
import { call, readyDocument } from '../support/documents.ts';

test('the file of a version is behind a URL for five minutes, which needs no credential', async () => {
  const { document_id, version_id } = await readyDocument({});

  const { status, headers, body } = await call.getDocumentVersionDownload({
    path: { document_id, version_id },
  });

  expect([status, headers.get('cache-control'), body.retry_after]).toEqual([200, 'private, no-store', null]);
  expect(Date.parse(body.expires_at ?? '')).toBeGreaterThan(Date.now());
  const file = await fetch(body.download_url ?? '');
  expect([file.status, (await file.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
});
