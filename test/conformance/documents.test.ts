import { expect, inject } from 'vitest';
import type { Actor } from '../support/client.ts';
import {
  apiKeys,
  brokenPdf,
  call,
  processed,
  readyDocument,
  uniqueTitle,
  upload,
  uploadVersion,
} from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { changes, reads, stateOf } from '../support/operationsOnDocument.ts';
import { session_cookies } from '../support/organizations.ts';
import { allDocuments, idsOf } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';
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

test('changes the given fields and nothing else', async () => {
  let { document, document_id } = await readyDocument({ fields: { description: 'Mutual' } });
  const path = { document_id };

  for (const json of [
    { title: 'NDA', description: 'One-sided' },
    { title: '契約書 №1 – Ünïcode 🎉' },
    { description: '' },
    { title: '🎉'.repeat(255) },
    { description: '🎉'.repeat(2000) },
    { description: null },
    {},
    { title: 'NDA', description: 'Mutual' },
    { title: 'NDA', description: 'Mutual' },
    // A document always has a title, so null leaves it.
    { title: null },
    { title: null, description: null },
  ]) {
    const { body: updated } = await call.updateDocument({ path, json });

    expect(updated).toEqual({ ...document, ...json, title: json.title ?? document.title });
    expect((await call.getDocument({ path })).body).toEqual(updated);
    document = updated;
  }
});

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

const [policy_id = ''] = inject('credentials').policy_ids;
const remove = (document_id: string, as: Actor = 'owner') =>
  call.deleteDocument({ as, path: { document_id } });
const restore = (document_id: string, as: Actor = 'owner') =>
  call.restoreDocument({ as, path: { document_id } });

test('restores all of a document: versions, policies, entry page, page and place in the list', async () => {
  const { document_id } = await readyDocument({ as: 'member', fields: { description: 'Twice' } });
  const path = { document_id };
  await uploadVersion({ document_id, payload: brokenPdf });
  await call.attachDocumentPolicy({ path, json: { policy_id } });
  const seen = async () => ({
    ...(await eventually(
      () => stateOf(document_id),
      ({ versions }) => versions.every(({ processing_status }) => processing_status !== 'processing'),
    )),
    policies: (await call.listDocumentPolicies({ path })).body.items,
    tag: (await call.getDocument({ path })).headers.get('etag'),
    cover: new URL((await call.generateDocumentEntryPage({ path })).body.download_url).pathname,
  });
  const before = await seen();
  // A document that is not deleted stays as it is.
  expect((await restore(document_id, 'admin')).body).toEqual(before.document);
  await remove(document_id, 'admin');

  const answers = await Promise.all(Array.from({ length: 4 }, () => restore(document_id)));

  for (const { status, body, headers } of answers)
    expect({ status, body, tag: headers.get('etag') }).toEqual({
      status: 200,
      body: before.document,
      tag: before.tag,
    });
  expect(await seen()).toEqual(before);
  const created_after = new Date(Date.parse(before.document.created_at) - 1).toISOString();
  await eventually(
    () => allDocuments('admin', { created_after }),
    (listed) => idsOf(listed).filter((id) => id === document_id).length === 1,
  );
});

test('restores nothing for callers who could not see it before either', async () => {
  const { id: mine } = await upload({ as: 'member', fields: { access_level: 'private' } });
  const { id: shared } = await upload({ fields: { access_level: 'public' } });
  await remove(mine, 'member');
  await remove(shared);
  const gone = refused('resource_not_found', 'document_id');

  for (const as of ['owner', 'admin', 'service_account'] as const)
    expect(await restore(mine, as)).toMatchObject(gone);
  for (const as of ['outsider', 'newcomer', 'staff'] as const)
    expect(await restore(shared, as)).toMatchObject(gone);
  expect((await restore(mine, 'member')).status).toBe(200);
});

const gone = refused('resource_not_found', 'document_id');

test('a deleted document is not found by any operation, list or page, as if it had never existed', async () => {
  const target = await readyDocument({ fields: { access_level: 'public' } });
  const { document, document_id, version_id } = target;
  const path = { document_id };
  await call.attachDocumentPolicy({ path, json: { policy_id } });
  const created_after = new Date(Date.parse(document.created_at) - 1).toISOString();
  const isListed = async () => idsOf(await allDocuments('member', { created_after })).includes(document_id);
  await eventually(isListed, (listed) => listed);
  const ask = (url: string, headers: Record<string, string>) =>
    fetch(url, { redirect: 'manual', headers: { Accept: 'text/html', ...headers } });
  const pages = [document.service_url, `${document.service_url}/versions/${version_id}`];
  const urls = pages.flatMap((url) => [url, `${url}?file=attachment`, `${url}?file=inline`]);
  const missing = document.service_url.replace(document_id, `doc_${'0'.repeat(26)}`);
  for (const url of urls) expect((await ask(url, {})).status).toBeLessThan(400);

  await remove(document_id);

  for (const as of ['owner', 'member', 'outsider'] as const) {
    for (const { id, run } of [...reads, ...changes.filter((change) => change.id !== 'restoreDocument')])
      expect(await run(as, target), id).toMatchObject(gone);
    for (const answer of [
      await call.listDocumentPolicies({ as, path }),
      await call.attachDocumentPolicy({ as, path, json: { policy_id } }),
      await call.detachDocumentPolicy({ as, path: { ...path, policy_id } }),
      await call.getDocument({ as, path, headers: { 'If-None-Match': '*' } }),
    ])
      expect(answer).toMatchObject(gone);
  }
  for (const url of urls) {
    const known = await ask(url, { Cookie: session_cookies.owner });
    const json = await ask(url, { Authorization: `Bearer ${apiKeys.owner}`, Accept: 'application/json' });
    const unknown = await ask(url, {});
    expect([known.status, json.status]).toEqual([404, 404]);
    // Visitors who are not signed in are asked to sign in, whether or not the document exists.
    expect(unknown.status).toBe((await ask(missing, {})).status);
    expect(unknown.headers.get('location')).not.toContain('X-Amz-Signature');
  }
  await eventually(isListed, (listed) => !listed);
});

test('a document is deleted once, and changes at the same time do not restore it', async () => {
  const { id } = await upload();
  const path = { document_id: id };

  const [removals, others] = await Promise.all([
    Promise.all(Array.from({ length: 4 }, () => remove(id))),
    Promise.all([
      ...Array.from({ length: 5 }, (_, turn) =>
        call.updateDocument({ path, json: { title: `Renamed ${turn}` } }),
      ),
      call.generateDocumentEntryPage({ path }),
    ]),
  ]);

  expect(removals.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of removals.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(gone);
  for (const { status } of others) expect([200, 404]).toContain(status);
  expect(await call.getDocument({ path })).toMatchObject(gone);
});
