import { describe, expect, test } from 'vitest';
import { listDocuments } from '../../shared/contract/operations/documents.ts';
import { listDocumentVersions } from '../../shared/contract/operations/versions.ts';
import type { Document } from '../../shared/contract/resources/document.ts';
import type { Actor } from '../support/client.ts';
import { brokenPdf, call, upload, uploadVersion } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { allDocuments, allVersions, idsOf, walk } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';

const lastPage = { next_cursor: '', has_more: false };
const furtherPage = { next_cursor: expect.stringMatching(/^[A-Za-z0-9+/]+={0,2}$/), has_more: true };
/** A file whose processing fails, which costs less than that of a PDF. */
const payload = brokenPdf;

/** Makes documents. Returns their ids, and a `created_after` that selects these documents and newer ones. */
async function uploadSeries(count: number, as: Actor = 'owner') {
  const { created_at: created_after } = await upload({ as, payload });
  const documents: Document[] = [];
  while (documents.length < count) documents.push(await upload({ as, payload }));
  await eventually(
    () => allDocuments(as, { created_after }),
    (listed) => documents.every(({ id }) => idsOf(listed).includes(id)),
  );
  return { created_after, newestFirst: idsOf(documents).toReversed() };
}

describe('pages of documents', () => {
  test('have 50 documents by default, and the last one says so', async () => {
    const { created_after, newestFirst } = await uploadSeries(51, 'outsider');
    const ask = (query: Record<string, string>) => call.listDocuments({ as: 'outsider', query });

    const byDefault = await walk(ask, { created_after });
    const all = await walk(ask, { created_after, limit: '100' });
    const bySeven = await walk(ask, { created_after, limit: '7' });

    expect(byDefault[0]).toMatchObject({ items: { length: 50 }, pagination: furtherPage });
    expect(all[0]?.items.length).toBeGreaterThanOrEqual(51);
    expect(bySeven.slice(0, -1).map(({ items }) => items.length)).toEqual(bySeven.slice(1).map(() => 7));
    for (const pages of [byDefault, all, bySeven]) {
      const ids = idsOf(pages.flatMap(({ items }) => items));
      expect(ids.filter((id) => newestFirst.includes(id))).toEqual(newestFirst);
      expect(pages.slice(0, -1).every(({ pagination }) => pagination.has_more)).toBe(true);
      expect(pages.at(-1)?.pagination).toEqual(lastPage);
    }
  });

  // Threat: A cursor of one list opens another list
  test('refuse a cursor of another caller, another filter or the list of versions', async () => {
    const { created_after, newestFirst } = await uploadSeries(2);
    const document_id = newestFirst[0] ?? '';
    await uploadVersion({ document_id, payload });
    const query = { created_after, limit: '1' };
    const { cursor } = await firstCursor(listDocuments, { query });
    const ofVersions = await firstCursor(listDocumentVersions, {
      path: { document_id },
      query: { limit: '1' },
    });

    const ofAnother = await call.listDocuments({ as: 'outsider', query: { ...query, cursor } });
    const otherFilter = await call.listDocuments({ query: { limit: '1', cursor } });
    const otherList = await call.listDocuments({ query: { limit: '1', cursor: ofVersions.cursor } });
    const otherLimit = await call.listDocuments({ query: { ...query, limit: '2', cursor } });

    for (const answer of [ofAnother, otherFilter, otherList])
      expect(answer).toMatchObject(refused('invalid_cursor', 'cursor'));
    expect(otherLimit.status).toBe(200);
  });
});

describe('pages of versions', () => {
  test('lead from the newest to the oldest while versions are added', async () => {
    const { id: document_id } = await upload({ payload });
    for (let count = 1; count < 6; count++) await uploadVersion({ document_id, payload });
    const newestFirst = idsOf(await allVersions('owner', document_id));

    const pages = await walk(
      (query) => call.listDocumentVersions({ path: { document_id }, query }),
      { limit: '2' },
      () => uploadVersion({ document_id, payload }),
    );

    expect(newestFirst).toHaveLength(6);
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 2]);
    expect(idsOf(pages.flatMap(({ items }) => items))).toEqual(newestFirst);
    expect(pages.map(({ pagination }) => pagination)).toEqual([furtherPage, furtherPage, lastPage]);
  });

  test('refuse a cursor of another document or of the list of documents', async () => {
    const [first, second] = [await upload({ payload }), await upload({ payload })];
    await uploadVersion({ document_id: first.id, payload });
    await uploadVersion({ document_id: second.id, payload });
    const query = { limit: '1' };
    const ofFirst = await firstCursor(listDocumentVersions, { path: { document_id: first.id }, query });
    const ofDocuments = await firstCursor(listDocuments, { query });

    for (const { cursor } of [ofFirst, ofDocuments]) {
      const path = { document_id: second.id };
      const answer = await call.listDocumentVersions({ path, query: { ...query, cursor } });

      expect(answer).toMatchObject(refused('invalid_cursor', 'cursor'));
    }
  });
});

async function firstCursor(
  contract: typeof listDocuments | typeof listDocumentVersions,
  request: Parameters<typeof call>[1],
) {
  const { pagination } = (await call(contract, request)).body;
  return { cursor: pagination.next_cursor };
}

test('an altered cursor is refused', async () => {
  await upload({ payload });
  await upload({ payload });
  const { cursor } = await eventually(
    () => firstCursor(listDocuments, { query: { limit: '1' } }),
    (page) => page.cursor !== '',
  );
  const replaceAt = (index: number): string =>
    cursor.slice(0, index) + (cursor[index] === 'M' ? 'N' : 'M') + cursor.slice(index + 1);

  for (const wrong of [
    cursor.slice(0, -4),
    `${cursor}AAAA`,
    replaceAt(2),
    replaceAt(cursor.length - 3),
    cursor.toUpperCase(),
  ])
    expect(await call.listDocuments({ query: { limit: '1', cursor: wrong } }), wrong).toMatchObject(
      refused('invalid_cursor', 'cursor'),
    );
});
