import { describe, expect, inject, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { brokenPdf, call, processed, uniqueTitle, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { allDocuments, idsOf, walk } from '../support/pages.ts';
import { addPolicy, attach, unknownPolicy } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';

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
