import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { allDocuments } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';

const set = (document_id: string, access_level: unknown, as: Actor = 'owner') =>
  call.setDocumentAccessLevel({ as, path: { document_id }, json: { access_level } });
const readAs = (as: Actor, document_id: string) => call.getDocument({ as, path: { document_id } });

test('changes each level to each other, at once, and moves a document in the list, which never shows it twice', async () => {
  const { id, created_at } = await upload({ as: 'member', fields: { access_level: 'private' } });
  const created_after = new Date(Date.parse(created_at) - 1).toISOString();
  const levelIn = async (as: Actor) => {
    const entries = (await allDocuments(as, { created_after })).filter((document) => document.id === id);
    expect(entries.length).toBeLessThanOrEqual(1);
    return entries[0]?.access_level;
  };

  for (const to of ['organization', 'public', 'public', 'organization', 'private', 'public', 'private']) {
    const { body, headers } = await set(id, to, 'member');

    expect(body).toMatchObject({ id, created_at, access_level: to });
    const read = await readAs('member', id);
    expect(read.body).toMatchObject({ access_level: to });
    if (read.body.processing_status === body.processing_status)
      expect(read.headers.get('etag')).toBe(headers.get('etag'));
    expect((await readAs('owner', id)).status).toBe(to === 'private' ? 404 : 200);
    for (const as of ['member', 'owner'] as const)
      await eventually(
        () => levelIn(as),
        (listed) => listed === (to === 'private' && as === 'owner' ? undefined : to),
      );
  }
});

test('makes no document of somebody else private, and none outside of any organization visible', async () => {
  const { id } = await upload({ as: 'member' });
  const { id: outside } = await upload({ as: 'newcomer' });

  for (const as of ['owner', 'admin'] as const)
    expect(await set(id, 'private', as)).toMatchObject(refused('insufficient_permissions'));
  expect((await readAs('owner', id)).body.access_level).toBe('organization');
  for (const level of ['organization', 'public'])
    expect(await set(outside, level, 'newcomer')).toMatchObject(refused('invalid_value', 'access_level'));
  expect((await set(outside, 'private', 'newcomer')).body.access_level).toBe('private');
});
