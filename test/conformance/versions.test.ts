import { expect } from 'vitest';
import type { Version } from '../../shared/contract/resources/version.ts';
import type { Actor } from '../support/client.ts';
import {
  apiKeys,
  brokenPdf,
  call,
  processed,
  processedVersion,
  readyDocument,
  upload,
  uploadVersion,
} from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { readFixture } from '../support/files/fixtures.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { session_cookies } from '../support/organizations.ts';
import { allVersions, idsOf } from '../support/pages.ts';
import { addPolicy, attach, change } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

test('adds a version that becomes the current one once it is ready', async () => {
  const { document, document_id } = await readyDocument();

  const form = uploadForm({ title: 'Second draft', description: 'Clause 4' }, await makePdf({ pages: 2 }));
  const { body: created } = await call.createDocumentVersion({ path: { document_id }, form });
  const ready = await processedVersion(created);

  expect(created).toMatchObject({
    document_id,
    title: 'Second draft',
    description: 'Clause 4',
    processing_status: 'processing',
    created_by: document.created_by,
  });
  expect(created.service_url).toContain(created.id);
  expect(ready).toEqual({ ...created, processing_status: 'ready' });
  expect(await processed(document_id)).toEqual({ ...document, current_version: { id: created.id } });
});

test('lists versions newest first, failed ones included, and each as getDocumentVersion shows it', async () => {
  const { document_id, version_id } = await readyDocument();
  const second = await processedVersion(await uploadVersion({ document_id, fields: { title: 'Second' } }));
  const failed = await processedVersion(await uploadVersion({ document_id, payload: brokenPdf }));

  const { items } = (await call.listDocumentVersions({ path: { document_id } })).body;

  expect(idsOf(items)).toEqual([failed.id, second.id, version_id]);
  const { body: first } = await call.getDocumentVersion({ path: { document_id, version_id } });
  expect(items).toEqual([failed, second, first]);
  expect(first).toMatchObject({ title: null, processing_status: 'ready' });
  expect(first.service_url).not.toBe(second.service_url);
  const times = items.map(({ created_at }) => Date.parse(created_at));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test('changes the given fields and nothing else', async () => {
  const { document_id, version_id } = await readyDocument();
  const path = { document_id, version_id };
  let { body: version } = await call.getDocumentVersion({ path });
  const before = await stateOf(path.document_id);

  for (const json of [
    { title: 'Final', description: 'Clause 4 removed' },
    { title: '最終版 🎉' },
    { description: 'd'.repeat(5000) },
    { title: '🎉'.repeat(255) },
    { title: '' },
    {},
    { title: null },
    { description: null },
    { title: 'Again', description: 'Again' },
    { title: null, description: null },
  ]) {
    const { body: updated } = await call.updateDocumentVersion({ path, json });

    expect(updated).toEqual({ ...version, ...json });
    expect((await call.getDocumentVersion({ path })).body).toEqual(updated);
    version = updated;
  }
  expect(await stateOf(path.document_id)).toEqual({
    document: before.document,
    versions: before.versions.map((other) => (other.id === version.id ? version : other)),
  });
});

const pathOf = ({ document_id, id }: Version) => ({ document_id, version_id: id });
const remove = (version: Version, as: Actor = 'owner') =>
  call.deleteDocumentVersion({ as, path: pathOf(version) });
const documentOf = async (document_id: string, as: Actor = 'owner') =>
  (await call.getDocument({ as, path: { document_id } })).body;
const notFound = refused('resource_not_found', 'version_id');
const onlyOne = refused('invalid_value', 'version_id');

/** Makes a document with a ready version, and adds other versions; `broken` versions fail. Returns the added versions, oldest first. */
async function withVersions(
  added: readonly ('ready' | 'broken')[],
  { as = 'owner', access_level = 'organization' }: { as?: Actor; access_level?: string } = {},
) {
  const first = await readyDocument({ as, fields: { access_level } });
  const { document_id, version_id } = first;
  const oldest = (await call.getDocumentVersion({ as, path: { document_id, version_id } })).body;
  const versions: Version[] = [];
  for (const kind of added) {
    const payload = kind === 'broken' && { payload: brokenPdf };
    versions.push(await processedVersion(await uploadVersion({ as, document_id, ...payload }), as));
  }
  return { ...first, oldest, versions };
}

/** Makes a document with two ready versions. */
async function withWrongFile(given: { as?: Actor; access_level?: string } = {}) {
  const { versions, ...more } = await withVersions(['ready'], given);
  const [wrong] = versions;
  if (!wrong) throw new Error('there is no second version');
  return { ...more, wrong };
}

test("lets an owner delete a wrong version of a member's document, as if it had never existed", async () => {
  const { document, oldest, wrong } = await withWrongFile({ as: 'member', access_level: 'public' });
  const ask = (url: string, headers: Record<string, string> = {}) =>
    fetch(url, { redirect: 'manual', headers: { Accept: 'text/html', ...headers } });
  const { service_url } = wrong;
  const urls = [service_url, `${service_url}?file=attachment`, `${service_url}?file=inline`];
  for (const url of urls) expect((await ask(url)).status).toBeLessThan(400);

  const { status, body } = await remove(wrong);

  expect({ status, body }).toEqual({ status: 200, body: {} });
  expect(await documentOf(document.id, 'member')).toEqual(document);
  expect(await allVersions('member', document.id)).toEqual([oldest]);
  for (const as of ['owner', 'member'] as const) {
    const path = pathOf(wrong);
    expect(await call.getDocumentVersion({ as, path })).toMatchObject(notFound);
    expect(await call.updateDocumentVersion({ as, path, json: {} })).toMatchObject(notFound);
    expect(await remove(wrong, as)).toMatchObject(notFound);
  }
  for (const url of [...urls, `${service_url}/pages/1`]) {
    const visitor = await ask(url);
    const person = await ask(url, { Cookie: session_cookies.owner });
    const json = await ask(url, { Authorization: `Bearer ${apiKeys.owner}`, Accept: 'application/json' });
    expect([visitor.status, person.status, json.status]).toEqual([404, 404, 404]);
  }
  // The number of the deleted version is not given again.
  const third = await uploadVersion({ document_id: document.id });
  expect(await (await ask(third.service_url)).text()).toContain('Version 3');
});

test('if it was the only ready version, the document is not ready any more', async () => {
  const { document_id, oldest, versions } = await withVersions(['broken']);

  await remove(oldest);

  expect(await documentOf(document_id)).toMatchObject({ processing_status: 'failed', current_version: null });
  expect(await allVersions('owner', document_id)).toEqual(versions);
});

test('a document always has a version: one is left of several that are deleted at once', async () => {
  const { document_id, oldest, versions } = await withVersions(['broken', 'broken']);

  const answers = await Promise.all([oldest, ...versions].map((version) => remove(version)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject(onlyOne);
  expect(await allVersions('owner', document_id)).toHaveLength(1);
});

test('deletes no version of a document within its retention, until that ends', async () => {
  const { document_id, versions } = await withVersions(['broken'], { as: 'member' });
  const [wrong] = versions;
  if (!wrong) throw new Error('there is no second version');
  const policy = await addPolicy(undefined, {}, { retain_for_days: 2 });
  await attach(document_id, policy.id);

  for (const as of ['owner', 'admin', 'member'] as const)
    expect(await remove(wrong, as)).toMatchObject(refused('insufficient_permissions'));
  expect((await call.getDocumentVersion({ path: pathOf(wrong) })).status).toBe(200);

  await change(policy.id, { rules: {} });
  expect((await remove(wrong, 'member')).status).toBe(200);
});

test('the file of a version is behind a URL for five minutes, which needs no credential', async () => {
  const { document_id, version_id } = await readyDocument({});

  const { status, headers, body } = await call.getDocumentVersionDownload({
    path: { document_id, version_id },
  });

  expect([status, headers.get('cache-control'), body.retry_after]).toEqual([200, 'private, no-store', null]);
  expect(Date.parse(body.expires_at ?? '')).toBeGreaterThan(Date.now());
  const file = await fetch(body.download_url ?? '');
  expect([file.status, (await file.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
});

test('the picture of the first page is there after a moment, and leaves no reading on record', async () => {
  const { document_id } = await readyDocument({});
  const path = { document_id };

  const first = await call.getDocumentPicture({ path });
  const { picture_url } = await eventually(
    async () => (await call.getDocumentPicture({ path })).body,
    ({ retry_after }) => retry_after === null,
  );

  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  const [kind = '', content = ''] = picture_url?.split(',') ?? [];
  expect(kind).toBe('data:image/webp;base64');
  expect(Buffer.from(content, 'base64').toString('latin1')).toMatch(/^RIFF.{4}WEBPVP8/s);
  const { body } = await call.listDocumentActivity({ path });
  expect(body.items.map(({ type }) => type)).not.toContain('document.viewed');
});

test('a failed version stays failed; a valid one makes its document ready', async () => {
  const { id } = await upload({ payload: brokenPdf });
  await processed(id);

  const version = await uploadVersion({ document_id: id });
  const meanwhile = await documentOf(id);
  const document = await processed(id);

  expect(version.processing_status).toBe('processing');
  expect(['processing', 'ready']).toContain(meanwhile.processing_status);
  expect(document).toMatchObject({ processing_status: 'ready', current_version: { id: version.id } });
  expect(await allVersions('owner', id)).toMatchObject([
    { id: version.id, processing_status: 'ready' },
    { processing_status: 'failed' },
  ]);
});

/** A file of each kind. `test/unit/pdf/inspect.test.ts` inspects all stored files. */
test.for([
  ['plain.pdf', 'ready'],
  ['encrypted-aes256-object-streams.pdf', 'ready'],
  ['truncated-before-pages.pdf', 'failed'],
] as const)('the processing of %s ends with: %s', async ([file, status]) => {
  const payload = Uint8Array.from(readFixture(file));

  const { id } = await upload({ fields: { title: file }, payload });

  expect((await processed(id)).processing_status).toBe(status);
});
