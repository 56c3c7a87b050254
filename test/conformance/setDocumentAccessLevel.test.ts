import { describe, expect, test } from 'vitest';
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

const levels = ['private', 'organization', 'public'] as const;
const moves = levels.flatMap((from) => levels.map((to) => ({ from, to })));

test.for(moves)('changes $from to $to, and nothing else', async ({ from, to }) => {
  const { document } = await readyDocument({ as: 'member', fields: { access_level: from } });

  const { body, headers } = await set(document.id, to, 'member');

  expect(body).toEqual({ ...document, access_level: to });
  const read = await call.getDocument({ as: 'member', path: { document_id: document.id } });
  expect(read.body).toEqual(body);
  expect(read.headers.get('etag')).toBe(headers.get('etag'));
  expect(await reads('owner', document.id)).toBe(to !== 'private');
});

test.for([
  { as: 'owner', creator: 'member' },
  { as: 'admin', creator: 'member' },
  { as: 'admin', creator: 'owner' },
  { as: 'service_account', creator: 'service_account' },
] as const)("lets the $as share the $creator's document", async ({ as, creator }) => {
  const { id } = await upload({ as: creator });

  expect((await set(id, 'public', as)).body.access_level).toBe('public');
  expect((await set(id, 'organization', as)).body.access_level).toBe('organization');
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

test('causes a new entry page', async () => {
  const { id } = await upload();
  const cover = async () => {
    const { body } = await call.generateDocumentEntryPage({ path: { document_id: id } });
    return new URL(body.download_url).pathname;
  };
  const before = await cover();

  await set(id, 'public');

  const after = await cover();
  expect(after).not.toBe(before);
  await set(id, 'organization');
  expect(await cover()).toBe(before);
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

test('makes a private document visible to its creator only', async () => {
  const { id } = await upload({ as: 'member', fields: { access_level: 'private' } });

  for (const as of ['owner', 'admin', 'service_account', 'outsider'] as const)
    for (const level of levels)
      expect(await set(id, level, as)).toMatchObject(refused('resource_not_found', 'document_id'));
});

test('keeps a document private if it is outside of any organization', async () => {
  const { id } = await upload({ as: 'newcomer' });

  for (const level of ['organization', 'public'])
    expect(await set(id, level, 'newcomer')).toMatchObject(refused('invalid_value', 'access_level'));
  expect((await set(id, 'private', 'newcomer')).body.access_level).toBe('private');
});

/** Each refused request asserts that this document is unchanged. */
const untouched = await readyDocument();

describe('changes nothing', () => {
  test.for([
    [{}, 'missing_required_field', 'access_level'],
    [{ access_level: null }, 'invalid_value', 'access_level'],
    [{ access_level: '' }, 'invalid_value', 'access_level'],
    [{ access_level: 'Public' }, 'invalid_value', 'access_level'],
    [{ access_level: 'public', title: 'And more' }, 'unknown_field', 'title'],
    [['public'], 'invalid_json', null],
  ] as const)('when sent %j', async ([json, code, param]) => {
    const { document_id } = untouched;
    const before = await stateOf(document_id);

    const answer = await call.setDocumentAccessLevel({ path: { document_id }, json });

    expect(answer).toMatchObject(refused(code, param));
    expect(await stateOf(document_id)).toEqual(before);
  });

  test('if it has changed since the state in If-Match', async () => {
    const { document_id } = await readyDocument();
    const path = { document_id };
    const seen = (await call.getDocument({ path })).headers.get('etag') ?? '';
    const setSeen = (access_level: string) =>
      call.setDocumentAccessLevel({ path, json: { access_level }, headers: { 'If-Match': seen } });

    const first = await setSeen('public');
    const second = await setSeen('private');

    expect(first.body.access_level).toBe('public');
    expect(second).toMatchObject(refused('precondition_failed', 'If-Match'));
    expect((await call.getDocument({ path })).body.access_level).toBe('public');
  });

  test('of a document that does not exist, or whose id is malformed', async () => {
    expect(await set(`doc_${'0'.repeat(26)}`, 'public')).toMatchObject(
      refused('resource_not_found', 'document_id'),
    );
    expect(await set('doc_1', 'public')).toMatchObject(refused('invalid_value', 'document_id'));
  });
});
