import { describe, expect } from 'vitest';
import { open } from '../support/activity.ts';
import type { Actor } from '../support/client.ts';
import { call, processedVersion, readyDocument, upload, uploadVersion } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { readFixture } from '../support/files/fixtures.ts';
import { addPolicy, attach } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

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
