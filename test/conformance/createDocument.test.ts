import { expect, test } from 'vitest';
import type { ErrorCode } from '../../shared/contract/errorCodes.ts';
import type { Document } from '../../shared/contract/resources/document.ts';
import { apiKeys, call, processed, uniqueTitle, upload } from '../support/documents.ts';
import { allDocuments } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const pdf = await makePdf();
const anchor = await upload({ fields: { title: 'Created before the refusals' } });
/** Returns the documents that a refused request created in spite of the refusal. */
const createdSince = async ({ title }: Fields): Promise<Document[]> =>
  (await allDocuments('owner', { created_after: anchor.created_at })).filter((item) => item.title === title);

type Fields = Readonly<Record<string, string>>;
interface Refusal {
  readonly what: string;
  readonly fields: Fields;
  readonly code: ErrorCode;
  readonly param: string;
}

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

test("the id of a document's creator is the one in the member list", async () => {
  const [first, second, other] = [await upload(), await upload(), await upload({ as: 'admin' })];

  expect(second.created_by).toEqual(first.created_by);
  expect(other.created_by.id).not.toBe(first.created_by.id);
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

test.for(['private', 'organization', 'public'])('accepts the access level %s', async (access_level) => {
  const created = await upload({ fields: { access_level } });

  expect(created.access_level).toBe(access_level);
});

test('accepts private from a person without an organization', async () => {
  const created = await upload({ as: 'newcomer', fields: { access_level: 'private' } });

  expect(created.access_level).toBe('private');
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

const refusals: readonly Refusal[] = [
  { what: 'no title', fields: {}, code: 'missing_required_field', param: 'title' },
  { what: 'an empty title', fields: { title: '' }, code: 'missing_required_field', param: 'title' },
  {
    what: 'a title of 256 characters',
    fields: { title: 't'.repeat(256) },
    code: 'invalid_value',
    param: 'title',
  },
  {
    what: 'a title of 256 emoji',
    fields: { title: '🎉'.repeat(256) },
    code: 'invalid_value',
    param: 'title',
  },
  {
    what: 'a description of 2001 characters',
    fields: { title: uniqueTitle('Too much'), description: 'd'.repeat(2001) },
    code: 'invalid_value',
    param: 'description',
  },
  {
    what: 'a title with a line break',
    fields: { title: 'Two\nlines' },
    code: 'invalid_value',
    param: 'title',
  },
  {
    what: 'a description with a NUL',
    fields: { title: uniqueTitle('NUL'), description: 'a\0b' },
    code: 'invalid_value',
    param: 'description',
  },
  ...['secret', 'PUBLIC', 'null', ' private'].map(
    (access_level): Refusal => ({
      what: `the access level ${access_level}`,
      fields: { title: uniqueTitle('Level'), access_level },
      code: 'invalid_value',
      param: 'access_level',
    }),
  ),
  // The last three are read-only.
  ...['colour', 'Title', '__proto__', 'payload_key', 'document_id', 'version_id'].map(
    (param): Refusal => ({
      what: `the field ${param}`,
      fields: { title: uniqueTitle('Field'), [param]: 'x' },
      code: 'unknown_field',
      param,
    }),
  ),
];

test.for(refusals)('refuses $what and creates nothing', async ({ fields, code, param }) => {
  expect(await call.createDocument({ form: uploadForm(fields, pdf) })).toMatchObject(refused(code, param));
  expect(await createdSince(fields)).toEqual([]);
});

test('refuses a key that may only read, before it looks at the form', async () => {
  const title = uniqueTitle('Read only');

  const good = await call.createDocument({ as: 'read_only', form: uploadForm({ title }, pdf) });
  const bad = await call.createDocument({ as: 'read_only', form: uploadForm({}, null) });

  expect(good).toMatchObject(refused('insufficient_permissions'));
  expect(bad).toMatchObject(refused('insufficient_permissions'));
  expect(await createdSince({ title })).toEqual([]);
});

test('refuses a request without a key, before it looks at the form', async () => {
  const answer = await call.createDocument({ as: null, form: uploadForm({}, null) });

  expect(answer).toMatchObject(refused('missing_api_key'));
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
