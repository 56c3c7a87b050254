import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { open } from '../support/activity.ts';
import type { Actor } from '../support/client.ts';
import {
  call,
  processedVersion,
  readyDocument,
  textThere,
  upload,
  uploadVersion,
} from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { readFixture } from '../support/files/fixtures.ts';
import { textPdf } from '../support/files/textPdf.ts';
import { user_ids } from '../support/organizations.ts';
import { addPolicy, attach } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';
import { uploadForm } from '../support/uploads.ts';

const bytesOf = (fixture: string) => Uint8Array.from(readFixture(fixture));
const details = (ids: string | readonly string[], as: Actor = 'owner') =>
  call.listDocumentDetails({ as, query: { ids: String(ids) } });
const itemsOf = async (...given: Parameters<typeof details>) => (await details(...given)).body.items;

const nothing = {
  version_count: 1,
  // null until the version is processed
  active_content: expect.toSatisfy((found: unknown) => found === null || String(found) === ''),
  policy_count: 0,
  share_count: 0,
  last_read_at: null,
  deleted_at: null,
  restorable_until: null,
  problem: null,
};
const unknown = `doc_${'0'.repeat(26)}`;
const share = async (document_id: string) =>
  (
    await call.createDocumentShare({
      path: { document_id },
      json: { email: `${crypto.randomUUID()}@guests.example`, send_mail: false },
    })
  ).body;

describe('the details of documents', () => {
  test('count versions, policies and shares that have not ended, and have the last reading', async () => {
    const { document_id } = await readyDocument({ fields: { access_level: 'organization' } });
    await uploadVersion({ document_id });
    for (let count = 0; count < 2; count++) await attach(document_id, (await addPolicy()).id);
    const shares = [await share(document_id), await share(document_id), await share(document_id)];
    const [withdrawn, ended] = shares.map(({ id }) => ({ document_id, share_id: id }));
    if (!withdrawn || !ended) throw new Error('there is no share');
    await call.deleteDocumentShare({ path: withdrawn });
    const expires_at = new Date(Date.now() + 5000).toISOString();
    expect((await call.updateDocumentShare({ path: ended, json: { expires_at } })).status).toBe(200);
    const before = Date.now();
    await open(`/d/${document_id}`, 'member');

    const [item] = await eventually(
      () => itemsOf(document_id),
      ([one]) => one?.share_count === 1,
    );

    expect(item).toEqual({
      ...nothing,
      document_id,
      version_count: 2,
      policy_count: 2,
      share_count: 1,
      last_read_at: expect.any(String),
    });
    expect(Date.parse(item?.last_read_at ?? '')).toBeGreaterThanOrEqual(before - 1000);
    expect(await itemsOf(document_id, 'admin')).toEqual([item]);
    expect(await itemsOf(document_id, 'member')).toEqual([
      { ...item, share_count: null, last_read_at: null },
    ]);
  });

  test('say to those who manage a document why nobody can read it', async () => {
    const { document_id } = await readyDocument({ payload: bytesOf('encrypted-aes256.pdf') });
    const problemFor = async (as: Actor) => (await itemsOf(document_id, as))[0]?.problem?.code ?? null;

    expect([await problemFor('admin'), await problemFor('member')]).toEqual(['password', null]);
    for (const [fixture, problem] of [
      ['plain.pdf', null],
      ['header-and-noise.pdf', 'damaged'],
    ] as const) {
      await processedVersion(await uploadVersion({ document_id, payload: bytesOf(fixture) }));
      expect(await problemFor('owner')).toBe(problem);
    }
  });

  test('leave out what the caller may neither read nor restore', async () => {
    const own = (await upload({ fields: { access_level: 'private' } })).id;
    const shared = (await upload({ fields: { access_level: 'organization' } })).id;
    const ids = [unknown, own, shared, own];
    const seen = async (as: Actor) => (await itemsOf(ids, as)).map(({ document_id }) => document_id);

    expect(await seen('owner')).toEqual([own, shared]);
    expect(await seen('admin')).toEqual([shared]);
    expect(await seen('outsider')).toEqual([]);
  });

  test('have deleted documents for those who may restore them', async () => {
    const { id } = await upload({ fields: { access_level: 'organization' } });
    await call.deleteDocument({ path: { document_id: id } });

    const [item] = await itemsOf(id);

    expect(item).toEqual({
      ...nothing,
      document_id: id,
      deleted_at: expect.any(String),
      restorable_until: expect.any(String),
    });
    const [deleted, until] = [item?.deleted_at, item?.restorable_until].map((time) => Date.parse(time ?? ''));
    expect(Number(until) - Number(deleted)).toBeGreaterThan(29.9 * 24 * 60 * 60_000);
    expect(await itemsOf(id, 'admin')).toHaveLength(1);
    for (const as of ['member', 'read_only', 'outsider'] as const) expect(await itemsOf(id, as)).toEqual([]);
    await call.restoreDocument({ path: { document_id: id } });
    expect(await itemsOf(id, 'member')).toMatchObject([{ deleted_at: null, restorable_until: null }]);
  });
});

test('details are refused without ids, with malformed ones, more than 50, or other parameters', async () => {
  for (const ids of ['', `${unknown},`, `ver_${'0'.repeat(26)}`, `${unknown}, ${unknown}`])
    expect(await details(ids), ids).toMatchObject(refused('invalid_value', 'ids'));
  expect(await details(Array(51).fill(unknown))).toMatchObject(refused('invalid_value', 'ids'));
  expect((await details(Array(50).fill(unknown))).body.items).toEqual([]);
  expect(await call.listDocumentDetails()).toMatchObject(refused('missing_required_field', 'ids'));
  const query = { ids: unknown, limit: '5' };
  expect(await call.listDocumentDetails({ query })).toMatchObject(refused('unknown_field', 'limit'));
});

const versionsOf = async (document_id: string, as: Actor = 'owner') =>
  (await call.listDocumentVersionDetails({ as, path: { document_id } })).body.items;
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const message = expect.stringMatching(/^[^.]+ upload [^.]+\.$/);

/** A fixture with the name of its upload, and what differs from a version that could be read. */
const files = [
  ['plain.pdf', 'Vertrag.pdf', 'Vertrag.pdf', {}],
  ['encrypted-aes256.pdf', '/tmp/a\u202eb.pdf', 'ab.pdf', { page_count: null, needs_password: true }],
  ['header-and-noise.pdf', '\u200b', null, { failure: { code: 'damaged', message } }],
  ['no-pages.pdf', 'C:\\x.pdf', 'x.pdf', { failure: { code: 'no_pages', message } }],
] as const;

test('tells versions by number, file name, pages and size, and says why they failed', async () => {
  const [[first]] = files;
  const { document_id } = await readyDocument({ payload: bytesOf(first) });
  for (const [file, name] of files.slice(1)) {
    const form = uploadForm({}, bytesOf(file), name);
    await processedVersion((await call.createDocumentVersion({ path: { document_id }, form })).body);
  }

  const { items: shown } = (await call.listDocumentVersions({ path: { document_id } })).body;
  const expected = files.map(([file, _, file_name, differing], index) => ({
    version_id: shown.at(-1 - index)?.id,
    number: index + 1,
    file_name: index === 0 ? 'contract.pdf' : file_name,
    page_count: 'failure' in differing ? null : 2,
    size_bytes: bytesOf(file).length,
    sha256: 'failure' in differing ? null : sha256Of(bytesOf(file)),
    failure: null,
    needs_password: false,
    ...differing,
  }));
  expect(await versionsOf(document_id)).toEqual(expected.toReversed());
});

test('hides which file a version is from readers whose policies hide the file', async () => {
  const seers = async (rules: Rules) => {
    const { document_id } = await readyDocument({ fields: { access_level: 'organization' } });
    await attach(document_id, (await addPolicy(undefined, {}, rules)).id);
    const actors = ['owner', 'admin', 'member', 'service_account'] as const;
    const seen = await Promise.all(actors.map(async (as) => (await versionsOf(document_id, as))[0]));
    for (const item of seen) expect(item).toMatchObject({ number: 1, page_count: 1, needs_password: false });
    return actors.filter((_, index) => {
      const { file_name, size_bytes, sha256 } = seen[index] ?? {};
      expect([3, 0]).toContain([file_name, size_bytes, sha256].filter((value) => value === null).length);
      return sha256 !== null;
    });
  };

  expect(await seers({ acknowledgement: 'I pass nothing on.' })).toEqual([
    'owner',
    'admin',
    'member',
    'service_account',
  ]);
  for (const rules of [{ view_only: true }, { watermark: true }])
    expect(await seers(rules)).toEqual(['owner', 'admin']);
});

test('a member reads the words of each page in their own script', async () => {
  const words = ['Vereinbarung', '契約書', 'اتفاق', 'क्षत्रिय', '', 'Договор'];
  const { document_id, version_id } = await readyDocument({ payload: textPdf(words) });
  const path = { document_id };
  await textThere(document_id);

  const { status, headers, body } = await call.getDocumentText({
    as: 'member',
    path,
    query: { max_pages: '20' },
  });

  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(body).toEqual({
    document_id,
    version_id,
    page_count: words.length,
    has_text: true,
    truncated: false,
    pages: words.map((text, index) => ({ page: index + 1, text })),
  });
});

const dayMilliseconds = 24 * 60 * 60_000;
const daysAgo = (days: number): string =>
  new Date(Date.now() - days * dayMilliseconds).toISOString().slice(0, 10);

test('the figures of a document have its readers, without those who manage it', async () => {
  const { document_id } = await readyDocument({ fields: { access_level: 'public' } });
  const path = { document_id };
  const summary = async (query: Record<string, string> = {}) =>
    (await call.getDocumentActivitySummary({ path, query })).body;
  const reader = (user_id: string) => call.getDocumentReader({ path: { ...path, user_id } });
  const zeros = { readers: 0, views: 0, downloads: 0, seconds: 0 };
  const before = await summary();
  expect(before).toMatchObject({ since: daysAgo(29), until: daysAgo(0), views: 0, downloads: 0, seconds: 0 });
  expect(before.days).toEqual(
    Array.from({ length: 30 }, (_, index) => ({ date: daysAgo(29 - index), ...zeros })),
  );
  const either = [user_ids.member, user_ids.member.replace('usr_', 'user_')];
  for (const id of either) expect(await reader(id)).toMatchObject(refused('resource_not_found', 'user_id'));

  for (const as of ['owner', 'admin', 'member', 'member', null] as const) await open(`/d/${document_id}`, as);
  await open(`/d/${document_id}?file=attachment`, 'member');
  await open(`/d/${document_id}?as=reader`, 'owner');

  const { items } = await eventually(
    async () => (await call.listDocumentReaders({ path })).body,
    ({ items }) => items.length === 2,
  );
  const [visitor, person] = items.toSorted((one, other) => one.views - other.views);
  expect(visitor).toMatchObject({ person: null, network: expect.any(String), views: 1, downloads: 0 });
  expect(person).toMatchObject({ person: { id: either[1] }, network: null, views: 2, downloads: 1 });
  for (const id of either) {
    const { body } = await reader(id);
    expect(body).toMatchObject({ views: 2, downloads: 1, seconds: 0, person: { id: either[1] } });
    expect(body.page_seconds).toContainEqual({ page: 1, seconds: 0 });
  }
  expect((await reader(user_ids.owner)).status).toBe(404);
  const today = await summary({ since: daysAgo(1) });
  expect(today).toMatchObject({ since: daysAgo(1), until: daysAgo(0), views: 3, downloads: 1 });
  expect(today.days.at(-1)).toEqual({ date: daysAgo(0), readers: 2, views: 3, downloads: 1, seconds: 0 });
  expect(await summary({ until: daysAgo(1) })).toMatchObject({ views: 0, downloads: 0 });
});

test('a summary has as many as 400 days, both ends included', async () => {
  const path = { document_id: (await upload()).id };
  const summary = (query: Record<string, string>) => call.getDocumentActivitySummary({ path, query });

  const { body } = await summary({ since: '2024-02-28', until: '2024-03-01' });
  const longest = await summary({ since: daysAgo(399), until: daysAgo(0) });

  expect(body.days.map(({ date }) => date)).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
  expect(longest.body.days).toHaveLength(400);
  for (const [query, param] of [
    [{ since: '2026-02-29' }, 'since'],
    [{ since: '2026-01-31T00:00:00Z' }, 'since'],
    [{ until: '20260101' }, 'until'],
    [{ since: '2026-01-02', until: '2026-01-01' }, 'since'],
    [{ since: '2025-01-01', until: '2026-02-05' }, 'since'],
  ] as const)
    expect(await summary(query), JSON.stringify(query)).toMatchObject(refused('invalid_value', param));
});
