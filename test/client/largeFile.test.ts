import { expect, inject, test } from 'vitest';
import { createClient, type Progress } from '../../shared/client/index.ts';
import { processed } from '../support/documents.ts';
import { makePdf } from '../support/uploads.ts';

const { base_url, api_keys } = inject('credentials');
const client = createClient({ baseUrl: base_url, apiKey: api_keys.owner });
const payload = await makePdf({ minBytes: 5_000_000 });

test('a file that is too large for a request becomes a document, with progress', async () => {
  const seen: Progress[] = [];

  const created = await client.createDocument(
    { title: 'Large', payload },
    { onProgress: (progress) => seen.push(progress) },
  );

  expect(await processed(created.id)).toMatchObject({ title: 'Large', processing_status: 'ready' });
  expect(seen.length).toBeGreaterThan(10);
  expect(seen.at(-1)).toEqual({ sentBytes: payload.byteLength, totalBytes: payload.byteLength });
});
