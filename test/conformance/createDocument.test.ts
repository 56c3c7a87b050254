import { expect, test } from 'vitest';
import { apiKeys, call, processed, uniqueTitle, upload } from '../support/documents.ts';
import { allDocuments } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const pdf = await makePdf();
const anchor = await upload({ fields: { title: 'Created before the refusals' } });
test('creates a document that is processing and becomes ready with its first version', async () => {
  const form = uploadForm({ title: 'Lease', description: 'Ground floor', access_level: 'public' }, pdf);

  const { body: created, headers } = await call.createDocument({ form });
  const ready = await processed(created.id);

  expect(headers.get('content-type')).toBe('application/json');
  expect(created).toMatchObject({
    title: 'Lease',
    description: 'Ground floor',
    access_level: 'public',
    processing_status: 'processing',
    current_version: null,
    created_by: { type: 'user_account', name: expect.any(String), id: expect.stringMatching(/^user_/) },
  });
  expect(created.service_url).toContain(created.id);
  expect(ready).toEqual({
    ...created,
    processing_status: 'ready',
    current_version: { id: expect.stringMatching(/^ver_/) },
  });
});

test('names a service account as the creator of what it creates', async () => {
  const created = await upload({ as: 'service_account' });

  expect(created.created_by).toMatchObject({ type: 'service_account', id: expect.stringMatching(/^svc_/) });
});

test('dates a document when it was created, with an offset', async () => {
  const before = anchor.created_at;

  const created = await upload();

  expect(Date.parse(created.created_at)).toBeGreaterThan(Date.parse(before));
  expect(created.created_at).toMatch(/(Z|[+-]\d\d:\d\d)$/);
});

test('has a description of null when none is given', async () => {
  const created = await upload();

  expect(created.description).toBeNull();
});

test.for([
  { as: 'owner', expected: 'organization' },
  { as: 'member', expected: 'organization' },
  { as: 'service_account', expected: 'organization' },
  { as: 'newcomer', expected: 'private' },
] as const)('defaults to $expected access for the $as', async ({ as, expected }) => {
  const absent = await upload({ as });
  const unset = await upload({ as, fields: { access_level: '' } });

  expect(absent.access_level).toBe(expected);
  expect(unset.access_level).toBe(expected);
});

// Threat: A person without an organization publishes a document
test.for(['organization', 'public'])(
  'refuses %s from a person without an organization',
  async (access_level) => {
    const title = uniqueTitle('Nobody to answer for it');
    const { created_at: created_after } = await upload({ as: 'newcomer' });
    const form = uploadForm({ title, access_level }, pdf);

    const answer = await call.createDocument({ as: 'newcomer', form });

    expect(answer).toMatchObject(refused('invalid_value', 'access_level'));
    const since = await allDocuments('newcomer', { created_after });
    expect(since.map((document) => document.title)).not.toContain(title);
  },
);

test.for([
  { what: 'letters of several scripts', title: '契約書 №1 – Ünïcode 🎉' },
  { what: 'an unnormalized accent', title: 'Cafe\u0301' },
  { what: 'right-to-left text', title: 'עֲסָקָה \u200fمستند\u200e' },
  { what: 'quotes and markup', title: `"Terms" & <Conditions>; it's 100% \\ done` },
  { what: 'inner and outer spaces', title: '  two  spaces  ' },
  { what: 'one character', title: 'x' },
  { what: '255 letters', title: 'ü'.repeat(255) },
  { what: '255 emoji, which are characters and not UTF-16 units', title: '🎉'.repeat(255) },
])('gives back a title of $what as it was sent', async ({ title }) => {
  const created = await upload({ fields: { title, description: title } });
  const { body: read } = await call.getDocument({ path: { document_id: created.id } });

  expect([created.title, created.description]).toEqual([title, title]);
  expect([read.title, read.description]).toEqual([title, title]);
});

test.for(['d'.repeat(2000), '🎉'.repeat(2000)])(
  'accepts a description of 2000 characters',
  async (description) => {
    const created = await upload({ fields: { description } });

    expect(created.description).toBe(description);
  },
);

test('refuses a form with a wrong field, names the first one, and creates nothing', async () => {
  const title = uniqueTitle('Refused');
  for (const [fields, code, param] of [
    [{ description: 'No title' }, 'missing_required_field', 'title'],
    [{ title, description: 'd'.repeat(2001) }, 'invalid_value', 'description'],
    [{ title, access_level: 'PUBLIC' }, 'invalid_value', 'access_level'],
    [{ title, __proto__x: 'x' }, 'unknown_field', '__proto__x'],
    [{ title, ['__proto__']: 'x' }, 'unknown_field', '__proto__'],
  ] as const)
    expect(await call.createDocument({ form: uploadForm(fields, pdf) })).toMatchObject(refused(code, param));
  const since = await allDocuments('owner', { created_after: anchor.created_at });
  expect(since.map((document) => document.title)).not.toContain(title);
});

test('does not repeat the key of the request', async () => {
  const altered = `${apiKeys.owner}x`;

  const { error } = await call.createDocument({
    as: null,
    headers: { Authorization: `Bearer ${altered}` },
    form: uploadForm({ title: 'Whose?' }, pdf),
  });

  expect(JSON.stringify(error)).not.toContain(altered.slice(-12));
});
