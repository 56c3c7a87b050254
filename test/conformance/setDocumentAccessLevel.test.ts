import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, readyDocument, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { allDocuments } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';

const set = (document_id: string, access_level: unknown, as: Actor = 'owner') =>
  call.setDocumentAccessLevel({ as, path: { document_id }, json: { access_level } });
const reads = async (as: Actor, document_id: string) =>
  (await call.getDocument({ as, path: { document_id } })).status === 200;

test('changes each level to each other, and nothing else', async () => {
  const { document } = await readyDocument({ as: 'member', fields: { access_level: 'private' } });

  for (const to of [
    'private',
    'organization',
    'organization',
    'public',
    'public',
    'organization',
    'private',
    'public',
    'private',
  ]) {
    const { body, headers } = await set(document.id, to, 'member');

    expect(body).toEqual({ ...document, access_level: to });
    const read = await call.getDocument({ as: 'member', path: { document_id: document.id } });
    expect(read.body).toEqual(body);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
    expect(await reads('owner', document.id)).toBe(to !== 'private');
  }
});

test('moves a document in the list, which never shows it twice', async () => {
  const { id, created_at } = await upload({ as: 'member' });
  const created_after = new Date(Date.parse(created_at) - 1).toISOString();
  const levelIn = async (as: Actor) => {
    const entries = (await allDocuments(as, { created_after })).filter((document) => document.id === id);
    expect(entries.length).toBeLessThanOrEqual(1);
    return entries[0]?.access_level;
  };

  for (const level of ['private', 'public', 'private', 'organization'] as const) {
    await set(id, level, 'member');

    await eventually(
      () => levelIn('member'),
      (listed) => listed === level,
    );
    await eventually(
      () => levelIn('owner'),
      (listed) => listed === (level === 'private' ? undefined : level),
    );
  }
});

test.for(['owner', 'admin'] as const)(
  'does not let the %s make a document of somebody else private',
  async (as) => {
    const { document_id: id } = await readyDocument({ as: 'member' });
    const before = await stateOf(id);

    expect(await set(id, 'private', as)).toMatchObject(refused('insufficient_permissions'));
    expect(await stateOf(id)).toEqual(before);
  },
);
