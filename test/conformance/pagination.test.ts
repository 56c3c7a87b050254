import { expect, test } from 'vitest';
import { brokenPdf, call, upload, uploadVersion } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { allDocuments, allVersions, idsOf, walk } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';

const lastPage = { next_cursor: '', has_more: false };
const furtherPage = { next_cursor: expect.stringMatching(/^[A-Za-z0-9+/]+={0,2}$/), has_more: true };
/** A file whose processing fails, which costs less than that of a PDF. */
const payload = brokenPdf;
const wrongCursor = refused('invalid_cursor', 'cursor');

test('pages of documents are full, lead from the newest to the oldest, and repeat no document', async () => {
  const as = 'outsider';
  const { created_at: created_after } = await upload({ as, payload });
  const made: string[] = [];
  while (made.length < 5) made.unshift((await upload({ as, payload })).id);
  const ask = (query: Record<string, string>) => call.listDocuments({ as, query });
  await eventually(
    () => allDocuments(as, { created_after }),
    (listed) => made.every((id) => idsOf(listed).includes(id)),
  );

  const added: string[] = [];
  const pages = await walk(ask, { created_after, limit: '2' }, async () =>
    added.push((await upload({ as, payload })).id),
  );

  expect(pages[0]?.pagination).toEqual(furtherPage);
  expect(pages.at(-1)?.pagination).toEqual(lastPage);
  expect(pages.slice(0, -1).every(({ items }) => items.length === 2)).toBe(true);
  const ids = idsOf(pages.flatMap(({ items }) => items));
  expect(ids.filter((id) => made.includes(id))).toEqual(made);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => added.includes(id))).toEqual([]);
});

test('pages of versions lead from the newest to the oldest while versions are added', async () => {
  const { id: document_id } = await upload({ payload });
  for (let count = 1; count < 4; count++) await uploadVersion({ document_id, payload });
  const newestFirst = idsOf(await allVersions('owner', document_id));

  const pages = await walk(
    (query) => call.listDocumentVersions({ path: { document_id }, query }),
    { limit: '2' },
    () => uploadVersion({ document_id, payload }),
  );

  expect(newestFirst).toHaveLength(4);
  expect(idsOf(pages.flatMap(({ items }) => items))).toEqual(newestFirst);
  expect(pages.map(({ pagination }) => pagination)).toEqual([furtherPage, lastPage]);
});

// Threat: A cursor of one list opens another list
test('a cursor of another caller, filter or list, or an altered one, is refused', async () => {
  const [first, second] = [await upload({ payload }), await upload({ payload })];
  for (const { id: document_id } of [first, second]) await uploadVersion({ document_id, payload });
  const query = { created_before: new Date(Date.now() + 60_000).toISOString(), limit: '1' };
  const limit = '1';
  const { next_cursor: cursor } = (
    await eventually(
      () => call.listDocuments({ query }),
      ({ body }) => body.pagination.has_more,
    )
  ).body.pagination;
  const versionsOf = ({ id }: { id: string }, more: Record<string, string> = {}) =>
    call.listDocumentVersions({ path: { document_id: id }, query: { limit, ...more } });
  const ofVersions = (await versionsOf(first)).body.pagination.next_cursor;
  const replaceAt = (index: number): string =>
    cursor.slice(0, index) + (cursor[index] === 'M' ? 'N' : 'M') + cursor.slice(index + 1);

  for (const answer of [
    await call.listDocuments({ as: 'outsider', query: { ...query, cursor } }),
    await call.listDocuments({ query: { limit, cursor } }),
    await call.listDocuments({ query: { limit, cursor: ofVersions } }),
    await versionsOf(second, { cursor: ofVersions }),
    await versionsOf(second, { cursor }),
  ])
    expect(answer).toMatchObject(wrongCursor);
  for (const wrong of [cursor.slice(0, -4), `${cursor}AAAA`, replaceAt(2), cursor.toUpperCase()])
    expect(await call.listDocuments({ query: { ...query, cursor: wrong } }), wrong).toMatchObject(
      wrongCursor,
    );
  expect((await call.listDocuments({ query: { ...query, limit: '2', cursor } })).status).toBe(200);
});
