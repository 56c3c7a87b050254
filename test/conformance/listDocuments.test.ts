import { describe, expect, inject, test } from 'vitest';
import type { Document } from '../../shared/contract/resources/document.ts';
import type { Actor } from '../support/client.ts';
import { brokenPdf, call, processed, uniqueTitle, upload, uploadVersion } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { allDocuments, allVersions, idsOf, walk } from '../support/pages.ts';
import { addPolicy, attach, unknownPolicy } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';

/** Waits until the list, which lags behind, has these documents. */
const listedWith = (as: Actor, query: Record<string, string>, expected: readonly Document[]) =>
  eventually(
    () => allDocuments(as, query),
    (documents) => expected.every(({ id }) => idsOf(documents).includes(id)),
  );

/** Returns a query for documents that are made from now on, because a stage may have other documents. */
const fromHere = async (as: Actor = 'owner') => ({ created_after: (await upload({ as })).created_at });

/** Makes documents one after the other, each in a later millisecond. */
async function uploadInTurn(count: number, as: Actor = 'owner'): Promise<Document[]> {
  const documents: Document[] = [];
  while (documents.length < count) documents.push(await upload({ as }));
  return documents;
}

/** Returns the listed ids that are expected, in the order of the list. Other tests may create more documents at the same time. */
const among = (expected: readonly Document[], listed: readonly Document[]): string[] =>
  idsOf(listed).filter((id) => idsOf(expected).includes(id));

test('lists the shared documents of the organization and all of the caller’s own, and no others', async () => {
  const query = await fromHere();
  const mine = await upload({ as: 'member', fields: { access_level: 'private' } });
  const shared = await upload({ as: 'admin', fields: { access_level: 'organization' } });
  const everyones = await upload({ as: 'owner', fields: { access_level: 'public' } });
  const ofOthers = [
    await upload({ as: 'owner', fields: { access_level: 'private' } }),
    await upload({ as: 'service_account', fields: { access_level: 'private' } }),
    await upload({ as: 'outsider', fields: { access_level: 'public' } }),
    await upload({ as: 'newcomer', fields: { access_level: 'private' } }),
  ];

  const listed = await listedWith('member', query, [mine, shared, everyones]);

  expect(among([...ofOthers, mine, shared, everyones], listed)).toEqual(idsOf([everyones, shared, mine]));
});

test('created_after and created_before exclude documents of exactly that time', async () => {
  const query = await fromHere();
  const created = await uploadInTurn(5);
  const [, second, , fourth] = created;
  await listedWith('owner', query, created);

  const after = await allDocuments('owner', { created_after: second?.created_at ?? '' });
  const before = await allDocuments('owner', { ...query, created_before: fourth?.created_at ?? '' });
  const between = await allDocuments('owner', {
    created_after: second?.created_at ?? '',
    created_before: fourth?.created_at ?? '',
  });

  const ids = idsOf(created);
  expect(among(created, after)).toEqual([ids[4], ids[3], ids[2]]);
  expect(among(created, before)).toEqual([ids[2], ids[1], ids[0]]);
  expect(among(created, between)).toEqual([ids[2]]);
});

const { user_ids } = inject('credentials');

type Query = Readonly<Record<string, string>>;

/** Waits until a list, which lags behind, has exactly these documents in this order. */
const listed = (query: Query, documents: readonly { readonly id: string }[], as: Actor = 'owner') =>
  eventually(
    () => allDocuments(as, query),
    (found) => idsOf(found).join() === idsOf(documents).join(),
  );

const remove = (document_id: string, as: Actor = 'owner') =>
  call.deleteDocument({ as, path: { document_id } });

/** Makes a document with a title. Its file cannot be read, which costs less than a PDF. */
const titled = (title: string, fields: Query = {}, as: Actor = 'owner') =>
  upload({ as, fields: { title, ...fields }, payload: brokenPdf });

/** Returns a word that no other title has. */
const uniqueWord = (): string => `w${crypto.randomUUID().replaceAll('-', '')}`;

test('q finds documents by words of their titles, newest first, in pages', async () => {
  const word = uniqueWord();
  const first = await titled(`Café ${word} contract`);
  const second = await titled(`${word.toUpperCase()}-Rent`);
  const third = await titled(`Contract x${word}`);

  await listed({ q: word }, [second, first]);
  await listed({ q: `cafe ${word.slice(0, 20)}` }, [first]);
  await listed({ q: `${word} tract` }, []);
  await call.updateDocument({ path: { document_id: third.id }, json: { title: `Now ${word}` } });
  await listed({ q: word }, [third, second, first]);
  await listed({ q: `x${word}` }, []);
  const pages = await walk((query) => call.listDocuments({ query }), { q: word, limit: '2' });
  expect(pages.flatMap(({ items }) => idsOf(items))).toEqual([third.id, second.id, first.id]);
});

describe('filters', () => {
  test('find documents by their status, access level and creator', async () => {
    const q = uniqueWord();
    const ready = await upload({ as: 'member', fields: { title: q } });
    const failed = await titled(q, { access_level: 'public' }, 'member');
    const mine = await titled(q, { access_level: 'private' }, 'member');
    const ofAccount = await titled(q, { access_level: 'organization' }, 'service_account');
    await Promise.all([processed(ready.id), processed(failed.id), processed(ofAccount.id)]);

    await listed({ q, processing_status: 'ready' }, [ready]);
    await listed({ q, processing_status: 'failed' }, [ofAccount, failed]);
    await listed({ q, processing_status: 'processing' }, []);
    await listed({ q, access_level: 'private' }, [mine], 'member');
    await listed({ q, access_level: 'private' }, []);
    await listed({ q, access_level: 'public' }, [failed]);
    for (const created_by of [user_ids.member, failed.created_by.id])
      await listed({ q, created_by }, [failed, ready]);
    await listed({ q, created_by: ofAccount.created_by.id }, [ofAccount]);
    for (const created_by of [user_ids.owner, `user_${'0'.repeat(26)}`, `svc_${'0'.repeat(26)}`])
      await listed({ q, created_by }, []);
  });

  test('policy_id finds documents to which a policy is attached, and that the caller may see', async () => {
    const { id: policy_id } = await addPolicy();
    const [older, newer] = [await titled('A'), await titled('B', {}, 'member')];
    const hidden = await titled('C', { access_level: 'private' }, 'member');
    for (const { id } of [newer, older]) await attach(id, policy_id);
    await attach(hidden.id, policy_id, 'member');

    await listed({ policy_id }, [newer, older]);
    await listed({ policy_id }, [hidden, newer, older], 'member');
    await listed({ policy_id, created_by: user_ids.member }, [newer]);
    await listed({ policy_id, created_after: older.created_at }, [newer]);
    for (const as of ['outsider', 'newcomer'] as const)
      expect((await call.listDocuments({ as, query: { policy_id } })).body.items).toEqual([]);
    await call.detachDocumentPolicy({ path: { document_id: newer.id, policy_id } });
    await listed({ policy_id, created_before: newer.created_at }, [older]);
    await listed({ policy_id }, [older]);
  });

  test.for([
    ['q', ''],
    ['q', ' -– '],
    ['q', 'a'.repeat(201)],
    ['processing_status', 'Ready'],
    ['access_level', ''],
    ['created_by', `doc_${'0'.repeat(26)}`],
    ['policy_id', 'pol_1'],
    ['deleted', 'yes'],
    ['shared_with_me', 'TRUE'],
  ])('refuse %s=%s', async ([param = '', value = '']) => {
    const answer = await call.listDocuments({ query: { [param]: value } });

    expect(answer).toMatchObject(refused('invalid_value', param));
  });
});

describe('deleted', () => {
  test('lists deleted documents, newest deletion first, as they were', async () => {
    const q = uniqueWord();
    const [first, second, third] = [await titled(q), await titled(q), await titled(q)];
    const before = await processed(second.id);
    await remove(second.id);
    await remove(first.id);

    const found = await listed({ q, deleted: 'true' }, [first, second]);

    expect(found[1]).toEqual(before);
    await listed({ q, deleted: 'false' }, [third]);
    await listed({ q, deleted: 'true', created_after: first.created_at }, [second]);
    await listed({ q, deleted: 'true', created_before: second.created_at }, [first]);
    const pages = await walk((query) => call.listDocuments({ query }), { q, deleted: 'true', limit: '1' });
    expect(pages.flatMap(({ items }) => idsOf(items))).toEqual([first.id, second.id]);
    await call.restoreDocument({ path: { document_id: first.id } });
    await listed({ q, deleted: 'true' }, [second]);
    expect(await call.listDocuments({ query: { deleted: 'true', shared_with_me: 'true' } })).toMatchObject(
      refused('invalid_value', 'deleted'),
    );
  });

  test('lists the documents that a caller may restore: own ones, and to managers those of the organization', async () => {
    const q = uniqueWord();
    const ofMember = await titled(q, { access_level: 'organization' }, 'member');
    const mine = await titled(q, { access_level: 'private' }, 'member');
    const ofOwner = await titled(q, { access_level: 'organization' });
    for (const { id } of [ofMember, mine]) await remove(id, 'member');
    await remove(ofOwner.id);

    await listed({ q, deleted: 'true' }, [mine, ofMember], 'member');
    await listed({ q, deleted: 'true' }, [ofOwner, ofMember], 'admin');
    for (const as of ['service_account', 'outsider', 'read_only'] as const)
      await listed({ q, deleted: 'true' }, [], as);
  });
});

test('a cursor is refused for other values of any parameter', async () => {
  const q = uniqueTitle('Cursor');
  const { id: policy_id } = await addPolicy();
  for (let count = 0; count < 2; count++) await attach((await titled(q)).id, policy_id);
  const query = { q, policy_id, access_level: 'organization', limit: '1' };
  const { body } = await eventually(
    () => call.listDocuments({ query }),
    ({ body: { pagination } }) => pagination.has_more,
  );
  const { next_cursor: cursor } = body.pagination;
  const others: readonly Query[] = [
    { q: `${q}!` },
    { policy_id: unknownPolicy },
    { access_level: 'public' },
    { processing_status: 'ready' },
    { created_by: user_ids.owner },
    { created_after: '2020-01-01T00:00:00Z' },
    { deleted: 'true' },
    { shared_with_me: 'true' },
  ];

  for (const other of others)
    expect(
      await call.listDocuments({ query: { ...query, ...other, cursor } }),
      JSON.stringify(other),
    ).toMatchObject(refused('invalid_cursor', 'cursor'));
  for (const same of [{}, { deleted: 'false' }, { shared_with_me: 'false' }])
    expect((await call.listDocuments({ query: { ...query, ...same, cursor } })).status).toBe(200);
});

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
