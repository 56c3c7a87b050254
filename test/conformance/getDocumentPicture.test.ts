import { expect, test } from 'vitest';
import { call, readyDocument } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';

test('the picture of the first page is there after a moment, and leaves no reading on record', async () => {
  const { document_id } = await readyDocument({});
  const path = { document_id };

  const first = await call.getDocumentPicture({ path });
  const { picture_url } = await eventually(
    async () => (await call.getDocumentPicture({ path })).body,
    ({ retry_after }) => retry_after === null,
  );

  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  const [kind = '', content = ''] = picture_url?.split(',') ?? [];
  expect(kind).toBe('data:image/webp;base64');
  expect(Buffer.from(content, 'base64').toString('latin1')).toMatch(/^RIFF.{4}WEBPVP8/s);
  const { body } = await call.listDocumentActivity({ path });
  expect(body.items.map(({ type }) => type)).not.toContain('document.viewed');
});
