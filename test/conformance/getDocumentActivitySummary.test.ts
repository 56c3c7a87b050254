import { describe, expect } from 'vitest';
import { open } from '../support/activity.ts';
import { call, readyDocument } from '../support/documents.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

const dayMilliseconds = 24 * 60 * 60_000;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const daysAgo = (days: number): string => dateOf(Date.now() - days * dayMilliseconds);

const summary = (document_id: string, query: Record<string, string> = {}, as: 'owner' | 'member' = 'owner') =>
  call.getDocumentActivitySummary({ as, path: { document_id }, query });

describe('the summary of a document’s activity', () => {
  test('has zeros for today and the 29 days before if nobody has read the document', async () => {
    const { document_id } = await readyDocument();

    const { status, body } = await summary(document_id);

    expect(status).toBe(200);
    expect([body.since, body.until]).toEqual([daysAgo(29), daysAgo(0)]);
    expect(body).toMatchObject({ views: 0, downloads: 0, seconds: 0 });
    expect(body.days).toEqual(
      Array.from({ length: 30 }, (_, index) => ({
        date: daysAgo(29 - index),
        readers: 0,
        views: 0,
        downloads: 0,
        seconds: 0,
      })),
    );
    expect(body.pages.every(({ views }) => views === 0)).toBe(true);
  });

  test('counts views, downloads and readers of today, without those who manage the document', async () => {
    const { document_id } = await readyDocument({ fields: { access_level: 'public' } });
    for (const as of ['member', 'member', 'owner', null] as const) await open(`/d/${document_id}`, as);
    await open(`/d/${document_id}`, 'admin', 'application/json');
    await open(`/d/${document_id}?file=attachment`, 'outsider');
    await open(`/d/${document_id}?as=reader`, 'owner');

    const { body } = await summary(document_id, { since: daysAgo(1) });

    const counted = { readers: 3, views: 3, downloads: 1, seconds: 0 };
    expect(body).toMatchObject({ since: daysAgo(1), until: daysAgo(0), views: 3, downloads: 1 });
    expect(body.days.at(-1)).toEqual({ date: daysAgo(0), ...counted });
    expect((await summary(document_id, { until: daysAgo(1) })).body).toMatchObject({
      views: 0,
      downloads: 0,
    });
  });

  test('has as many as 400 days, both ends included', async () => {
    const { document_id } = await readyDocument();

    const { body } = await summary(document_id, { since: '2024-02-28', until: '2024-03-01' });
    const longest = await summary(document_id, { since: daysAgo(399), until: daysAgo(0) });

    expect(body.days.map(({ date }) => date)).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    expect(longest.body.days).toHaveLength(400);
    expect((await summary(document_id, { since: daysAgo(0) })).body.days).toHaveLength(1);
  });
});

describe('it is refused', () => {
  test.for([
    [{ since: 'yesterday' }, 'since'],
    [{ since: '2026-02-29' }, 'since'],
    [{ since: '2026-01-31T00:00:00Z' }, 'since'],
    [{ since: '' }, 'since'],
    [{ until: '2026-13-01' }, 'until'],
    [{ until: '20260101' }, 'until'],
    [{ since: '2026-01-02', until: '2026-01-01' }, 'since'],
    [{ since: '2025-01-01', until: '2026-02-05' }, 'since'],
    [{ since: '9999-12-31' }, 'since'],
  ] as const)('for %o', async ([query, param]) => {
    const { document_id } = await readyDocument();

    expect(await summary(document_id, query)).toMatchObject(refused('invalid_value', param));
  });
});
