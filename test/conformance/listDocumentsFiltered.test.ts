import { describe, expect, inject, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { brokenPdf, call, processed, uniqueTitle, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { allDocuments, idsOf } from '../support/pages.ts';
import { addPolicy, attach, unknownPolicy } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';

const { user_ids } = inject('credentials');
const [unknownUser, unknownAccount] = ['user', 'svc'].map((prefix) => `${prefix}_${'0'.repeat(26)}`);

type Query = Readonly<Record<string, string>>;

/** Waits until a list, which lags behind, has exactly these documents in this order. */
const listed = (query: Query, documents: readonly { readonly id: string }[], as: Actor = 'owner') =>
  eventually(
    () => allDocuments(as, query),
    (found) => idsOf(found).join() === idsOf(documents).join(),
  );

const remove = (document_id: string, as: Actor = 'owner') =>
  call.deleteDocument({ as, path: { document_id } });

const titled = (title: string, fields: Query = {}, as: Actor = 'owner') =>
  upload({ as, fields: { title, ...fields } });

/** Returns a word that no other title has. */
const uniqueWord = (): string => `w${crypto.randomUUID().replaceAll('-', '')}`;

describe('q', () => {
  test('finds documents by words of their titles, newest first', async () => {
    const word = uniqueWord();
    const first = await titled(`Café ${word} contract`);
    const second = await titled(`${word.toUpperCase()}-Rent`);
    await titled(`Contract x${word}`);

    await listed({ q: word }, [second, first]);
    await listed({ q: `cafe ${word.slice(0, 20)}` }, [first]);
    await listed({ q: `RENT ${word}` }, [second]);
    await listed({ q: `${word} tract` }, []);
  });

  test.for([
    ['', 'nothing'],
    [' -– ', 'no word'],
    ['a'.repeat(201), 'more than 200 characters'],
  ])('%j is refused: %s', async ([q = '']) => {
    expect(await call.listDocuments({ query: { q } })).toMatchObject(refused('invalid_value', 'q'));
  });
});

describe('filters', () => {
  test('processing_status finds documents with a status', async () => {
    const word = uniqueWord();
    const ready = await titled(word);
    const failed = await upload({ fields: { title: word }, payload: brokenPdf });
    await Promise.all([processed(ready.id), processed(failed.id)]);

    await listed({ q: word, processing_status: 'ready' }, [ready]);
    await listed({ q: word, processing_status: 'failed' }, [failed]);
    await listed({ q: word, processing_status: 'processing' }, []);
  });

  test('access_level finds documents with an access level', async () => {
    const word = uniqueWord();
    const mine = await titled(word, { access_level: 'private' }, 'member');
    const shared = await titled(word, { access_level: 'public' }, 'member');

    await listed({ q: word, access_level: 'private' }, [mine], 'member');
    await listed({ q: word, access_level: 'private' }, []);
    await listed({ q: word, access_level: 'public' }, [shared]);
    await listed({ q: word, access_level: 'organization' }, []);
  });

  test('created_by finds documents of a user, by either id, and of a service account', async () => {
    const word = uniqueWord();
    const ofMember = await titled(word, {}, 'member');
    const ofAccount = await titled(word, { access_level: 'organization' }, 'service_account');

    await listed({ q: word }, [ofAccount, ofMember]);
    await listed({ q: word, created_by: user_ids.member }, [ofMember]);
    await listed({ q: word, created_by: ofMember.created_by.id }, [ofMember]);
    await listed({ q: word, created_by: ofAccount.created_by.id }, [ofAccount]);
    await listed({ q: word, created_by: user_ids.owner }, []);
    for (const created_by of [unknownUser, unknownAccount])
      await listed({ q: word, created_by: created_by ?? '' }, []);
  });

  test('policy_id finds documents to which a policy is attached, newest document first', async () => {
    const { id: policy_id } = await addPolicy();
    const [older, newer, other] = [await upload(), await upload({ as: 'member' }), await upload()];
    await attach(newer.id, policy_id);
    await attach(older.id, policy_id);

    await listed({ policy_id }, [newer, older]);
    await listed({ policy_id, created_by: user_ids.member }, [newer]);
    await listed({ policy_id, created_after: older.created_at }, [newer]);
    await call.detachDocumentPolicy({ path: { document_id: newer.id, policy_id } });
    await listed({ policy_id, created_before: other.created_at }, [older]);
  });

  test.for([
    ['processing_status', 'Ready'],
    ['processing_status', ''],
    ['access_level', 'secret'],
    ['access_level', ''],
    ['created_by', 'user_1'],
    ['created_by', `doc_${'0'.repeat(26)}`],
    ['created_by', ''],
    ['policy_id', 'pol_1'],
    ['policy_id', ''],
    ['deleted', 'yes'],
    ['deleted', ''],
    ['shared_with_me', 'TRUE'],
  ])('refuse %s=%s', async ([param = '', value = '']) => {
    const answer = await call.listDocuments({ query: { [param]: value } });

    expect(answer).toMatchObject(refused('invalid_value', param));
  });
});

describe('deleted', () => {
  test('lists deleted documents, newest deletion first, as they were', async () => {
    const q = uniqueWord();
    const first = await titled(q);
    const second = await titled(q);
    const third = await titled(q);
    const before = await processed(second.id);
    await remove(second.id);
    await remove(first.id);

    const found = await listed({ q, deleted: 'true' }, [first, second]);

    expect(found[1]).toEqual(before);
    await listed({ q }, [third]);
    await listed({ q, deleted: 'false' }, [third]);
    await listed({ q, deleted: 'true', created_after: first.created_at }, [second]);
    await listed({ q, deleted: 'true', created_before: second.created_at }, [first]);
    await call.restoreDocument({ path: { document_id: first.id } });
    await listed({ q, deleted: 'true' }, [second]);
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
    await listed({ q, deleted: 'true' }, [], 'service_account');
    await listed({ q, deleted: 'true' }, [], 'outsider');
    await listed({ q, deleted: 'true' }, [], 'read_only');
  });

  test('cannot be true together with shared_with_me', async () => {
    const answer = await call.listDocuments({ query: { deleted: 'true', shared_with_me: 'true' } });

    expect(answer).toMatchObject(refused('invalid_value', 'deleted'));
    for (const query of [
      { deleted: 'true', shared_with_me: 'false' },
      { deleted: 'false', shared_with_me: 'true' },
    ])
      expect((await call.listDocuments({ as: 'newcomer', query })).error?.code).not.toBe('invalid_value');
  });
});

describe('pages of filtered lists', () => {
  test('refuse a cursor for other values of any parameter', async () => {
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
    expect(await call.listDocuments({ query: { limit: '1', cursor } })).toMatchObject(
      refused('invalid_cursor', 'cursor'),
    );
    for (const same of [{}, { deleted: 'false' }, { shared_with_me: 'false' }])
      expect((await call.listDocuments({ query: { ...query, ...same, cursor } })).status).toBe(200);
  });
});
