import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, readyDocument } from '../support/documents.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { refused } from '../support/refusals.ts';

const fields = { title: 'Non-disclosure agreement', description: 'Mutual' };
const update = (document_id: string, json: unknown, as: Actor = 'owner') =>
  call.updateDocument({ as, path: { document_id }, json });

test.for([
  { what: 'both fields', json: { title: 'NDA', description: 'One-sided' } },
  { what: 'only the title', json: { title: '契約書 №1 – Ünïcode 🎉' } },
  { what: 'only the description', json: { description: '' } },
  { what: 'a title of 255 emoji', json: { title: '🎉'.repeat(255) } },
  { what: 'a description of 2000 emoji', json: { description: '🎉'.repeat(2000) } },
  { what: 'the description to null, which clears it', json: { description: null } },
])('changes $what and nothing else', async ({ json }) => {
  const { document } = await readyDocument({ fields });

  const { body: updated } = await update(document.id, json);
  const { body: read } = await call.getDocument({ path: { document_id: document.id } });

  expect(updated).toEqual({ ...document, ...json });
  expect(read).toEqual(updated);
});

test.for([
  { what: 'no field at all', json: {} },
  { what: 'the same values', json: fields },
  { what: 'null for the title, which a document always has', json: { title: null } },
])('changes nothing when given $what', async ({ json }) => {
  const { document } = await readyDocument({ fields });

  const { body: updated } = await update(document.id, json);

  expect(updated).toEqual(document);
});

test('clears the description and keeps the title when given null for both', async () => {
  const { document } = await readyDocument({ fields });

  const { body: updated } = await update(document.id, { title: null, description: null });

  expect(updated).toEqual({ ...document, description: null });
});

test.for(['application/json; charset=utf-8', 'Application/JSON', 'application/merge-patch+json'])(
  'accepts JSON as %s',
  async (contentType) => {
    const { document } = await readyDocument();

    const { body: updated } = await call.updateDocument({
      path: { document_id: document.id },
      raw: JSON.stringify({ title: 'Übersicht' }),
      headers: { 'Content-Type': contentType },
    });

    expect(updated.title).toBe('Übersicht');
  },
);

test.for([
  { as: 'owner', creator: 'member' },
  { as: 'admin', creator: 'member' },
  { as: 'admin', creator: 'owner' },
  { as: 'member', creator: 'member' },
  { as: 'service_account', creator: 'service_account' },
] as const)("lets the $as change the $creator's document", async ({ as, creator }) => {
  const { document } = await readyDocument({ as: creator });

  const { body: updated } = await update(document.id, { title: 'Corrected' }, as);

  expect(updated).toEqual({ ...document, title: 'Corrected' });
});

test('keeps both changes of different fields at the same time', async () => {
  const { document } = await readyDocument({ fields });

  await Promise.all([
    update(document.id, { title: 'From here' }),
    update(document.id, { description: 'From there' }, 'admin'),
  ]);

  expect((await call.getDocument({ path: { document_id: document.id } })).body).toEqual({
    ...document,
    title: 'From here',
    description: 'From there',
  });
});

/** Each refused request asserts that this document is unchanged. */
const untouched = await readyDocument({ fields });

test.for([
  { what: 'an empty title', json: { title: '' }, code: 'missing_required_field', param: 'title' },
  {
    what: 'a title of 256 characters',
    json: { title: 't'.repeat(256) },
    code: 'invalid_value',
    param: 'title',
  },
  { what: 'a number as title', json: { title: 7 }, code: 'invalid_value', param: 'title' },
  { what: 'a title of fillers', json: { title: '\u2800' }, code: 'invalid_value', param: 'title' },
  { what: 'half a surrogate pair', json: { title: 'x\ud800' }, code: 'invalid_value', param: 'title' },
  {
    what: 'a description of 2001 characters',
    json: { description: 'd'.repeat(2001) },
    code: 'invalid_value',
    param: 'description',
  },
  {
    what: 'a list as description',
    json: { description: ['d'] },
    code: 'invalid_value',
    param: 'description',
  },
  {
    what: 'an access level, which is set at creation only',
    json: { access_level: 'public' },
    code: 'unknown_field',
    param: 'access_level',
  },
  {
    what: 'the processing status',
    json: { title: 'Ready?', processing_status: 'ready' },
    code: 'unknown_field',
    param: 'processing_status',
  },
  { what: 'an unknown field', json: { colour: 'red' }, code: 'unknown_field', param: 'colour' },
] as const)('refuses $what and changes nothing', async ({ json, code, param }) => {
  const before = await stateOf(untouched.document_id);

  expect(await update(untouched.document_id, json)).toMatchObject(refused(code, param));
  expect(await stateOf(untouched.document_id)).toEqual(before);
});

test('changes nothing when one of two fields is bad', async () => {
  const before = await stateOf(untouched.document_id);

  const answer = await update(untouched.document_id, { title: 'Good', description: 7 });

  expect(answer).toMatchObject(refused('invalid_value', 'description'));
  expect(await stateOf(untouched.document_id)).toEqual(before);
});

test('refuses the malformed identifier of the document', async () => {
  expect(await update('doc_1', { title: 'New' })).toMatchObject(refused('invalid_value', 'document_id'));
});

test('says not found for a document that does not exist', async () => {
  const answer = await update('doc_00000000000000000000000000', { title: 'New' });

  expect(answer).toMatchObject(refused('resource_not_found', 'document_id'));
});
