import { expect, test } from 'vitest';
import { call, processed, uniqueTitle, upload } from '../support/documents.ts';
import { allDocuments } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const pdf = await makePdf();

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
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/),
    created_by: { type: 'user_account', name: expect.any(String), id: expect.stringMatching(/^user_/) },
  });
  expect(created.service_url).toContain(created.id);
  expect(ready).toEqual({
    ...created,
    processing_status: 'ready',
    current_version: { id: expect.stringMatching(/^ver_/) },
  });
});

test.for([
  { as: 'member', expected: 'organization' },
  { as: 'service_account', expected: 'organization' },
  { as: 'newcomer', expected: 'private' },
] as const)('defaults to $expected access for the $as, without a description', async ({ as, expected }) => {
  const absent = await upload({ as });
  const unset = await upload({ as, fields: { access_level: '' } });

  for (const { access_level, description } of [absent, unset])
    expect([access_level, description]).toEqual([expected, null]);
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
  ['an unnormalized accent and right-to-left text', 'Cafe\u0301 עֲסָקָה \u200fمستند\u200e'],
  ['quotes, markup and spaces', `  "Terms" & <Conditions>; it's 100% \\ done `],
  ['255 emoji, which are characters and not UTF-16 units', '🎉'.repeat(255)],
] as const)('gives back a title of %s as it was sent', async ([, title]) => {
  const created = await upload({ fields: { title, description: title } });
  const { body: read } = await call.getDocument({ path: { document_id: created.id } });

  expect([created.title, created.description]).toEqual([title, title]);
  expect([read.title, read.description]).toEqual([title, title]);
});

test('refuses a form with a wrong field, names the first one, and creates nothing', async () => {
  const title = uniqueTitle('Refused');
  const { created_at: created_after } = await upload();
  for (const [fields, code, param] of [
    [{ description: 'No title' }, 'missing_required_field', 'title'],
    [{ title, description: 'd'.repeat(2001) }, 'invalid_value', 'description'],
    [{ title, access_level: 'PUBLIC' }, 'invalid_value', 'access_level'],
    [{ title, ['__proto__']: 'x' }, 'unknown_field', '__proto__'],
  ] as const)
    expect(await call.createDocument({ form: uploadForm(fields, pdf) })).toMatchObject(refused(code, param));
  const since = await allDocuments('owner', { created_after });
  expect(since.map((document) => document.title)).not.toContain(title);
});
