import { describe, expect } from 'vitest';
import { open } from '../support/activity.ts';
import { call, readyDocument } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { test } from '../support/test.ts';

const readers = (document_id: string, query: Record<string, string> = {}) =>
  call.listDocumentReaders({ path: { document_id }, query });

describe('the readers of a document', () => {
  test('are people, and networks of people without an account, but nobody who manages the document', async () => {
    const { document_id } = await readyDocument({ fields: { access_level: 'public' } });
    expect((await readers(document_id)).body).toEqual({
      items: [],
      pagination: { next_cursor: '', has_more: false },
    });
    for (const as of ['owner', 'admin', 'outsider', 'outsider', null] as const)
      await open(`/d/${document_id}`, as);

    const { items } = await eventually(
      async () => (await readers(document_id)).body,
      ({ items }) => items.length === 2,
    );

    const [visitor, person] = items;
    expect(visitor).toMatchObject({
      person: null,
      views: 1,
      downloads: 0,
      share_id: null,
      accepted_at: null,
    });
    expect(typeof visitor?.network).toBe('string');
    expect(person).toMatchObject({ network: null, views: 2, seconds: 0 });
    expect(person?.person?.id).toMatch(/^(user|svc)_/);
    expect(Date.parse(person?.last_at ?? '')).toBeGreaterThanOrEqual(Date.parse(person?.first_at ?? ''));
  });
});
