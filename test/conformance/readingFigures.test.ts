import { expect, test } from 'vitest';
import { open } from '../support/activity.ts';
import { call, readyDocument, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { user_ids } from '../support/organizations.ts';
import { refused } from '../support/refusals.ts';

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
