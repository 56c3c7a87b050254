import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';

const read = (document_id: string, as: Actor = 'owner') => call.getDocument({ as, path: { document_id } });

test('shows a document while it is being processed', async () => {
  const created = await upload({ fields: { description: 'Draft' } });

  const { body } = await read(created.id);

  expect({ ...body, processing_status: 'processing', current_version: null }).toEqual(created);
});
