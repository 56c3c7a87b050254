import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, readyDocument, upload } from '../support/documents.ts';
import { refused } from '../support/refusals.ts';

const read = (document_id: string, as: Actor = 'owner') => call.getDocument({ as, path: { document_id } });

test('shows a document while it is being processed', async () => {
  const created = await upload({ fields: { description: 'Draft' } });

  const { body } = await read(created.id);

  expect({ ...body, processing_status: 'processing', current_version: null }).toEqual(created);
});

test.for(['owner', 'admin', 'member', 'read_only', 'service_account'] as const)(
  "shows the %s of an organization a colleague's document",
  async (as) => {
    const { document } = await readyDocument({ as: 'member' });

    expect((await read(document.id, as)).body).toEqual(document);
  },
);

test.for(['owner', 'member', 'newcomer'] as const)('shows the %s their own private document', async (as) => {
  const { document } = await readyDocument({ as, fields: { access_level: 'private' } });

  expect((await read(document.id, as)).body).toEqual(document);
});

test('says not found for a document that does not exist', async () => {
  const answer = await read('doc_00000000000000000000000000');

  expect(answer).toMatchObject(refused('resource_not_found', 'document_id'));
});

test.for([
  'doc_0',
  'doc_0000000000000000000000000i',
  'doc_000000000000000000000000000',
  'DOC_00000000000000000000000000',
  'doc_0000000000000000000000000A',
  'ver_00000000000000000000000000',
  '00000000000000000000000000',
  'doc_00000000000000000000000000 ',
  'doc_00000000000000000000000000\n',
  "' OR 1=1 --",
  'doc_契約書',
])('refuses the malformed identifier %j', async (id) => {
  expect(await read(id)).toMatchObject(refused('invalid_value', 'document_id'));
});
