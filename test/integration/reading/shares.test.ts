import { describe, expect, test } from 'vitest';
import type { Share } from '../../../shared/contract/resources/share.ts';
import { getDocument, replaceDocument } from '../../../shared/data/documents/documents.ts';
import { sharedWithKey } from '../../../shared/data/keys/shares.ts';
import { createShare, newShare } from '../../../shared/data/shares/changes.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { storedApiKey, storedMember, storedPerson, storedSession } from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { uploadReady } from '../../support/uploads.ts';

const stage = await sharedStage();
const { call, credentials } = stage;

type Headers = Readonly<Record<string, string>>;

/**
 * A person without an organization. They have a session, and an API key that is bound to no organization. They proved their address
 * `daysAgo` days ago.
 */
async function reader(daysAgo = 1) {
  const proven_at = new Date(Date.now() - daysAgo * 24 * 60 * 60_000).toISOString();
  const person = await storedPerson({ proven_at });
  const key = (await storedApiKey(person)).headers;
  return { person, email: person.email ?? '', key, session: await sessionOf(person) };
}

async function sessionOf(person: Awaited<ReturnType<typeof storedPerson>>): Promise<Headers> {
  return (await storedSession(person)).headers;
}

/** A ready document of the member, by default a private one. */
async function document(access_level = 'private') {
  const { path } = await uploadReady(stage, { access_level }, { as: 'member' });
  return (await call.getDocument({ as: 'member', path })).body;
}

const share = async (document_id: string, email: string, json: object = {}): Promise<Share> =>
  (await call.createDocumentShare({ as: 'member', path: { document_id }, json: { email, ...json } })).body;

const shareNow = async ({ document_id, id }: Share): Promise<Share> =>
  (await call.getDocumentShare({ as: 'member', path: { document_id, share_id: id } })).body;

const withdraw = ({ document_id, id }: Share) =>
  call.deleteDocumentShare({ as: 'member', path: { document_id, share_id: id } });

const send = (headers: Headers, path: string) => stage.open(path, { Accept: 'application/json', ...headers });

describe('a share lets a person open a document', () => {
  test('and see no count but that of versions in its details, and not which file a version is', async () => {
    const { id } = await document();
    const { email, key } = await reader();
    const detailsFor = async (headers: Headers) =>
      (await call.listDocumentDetails({ as: null, headers, query: { ids: id } })).body.items;
    expect(await detailsFor(key)).toEqual([]);

    const shared = await share(id, email);

    const details = { document_id: id, version_count: 1, deleted_at: null, restorable_until: null };
    const hidden = { policy_count: null, share_count: null, last_read_at: null, problem: null };
    expect(await detailsFor(key)).toEqual([{ ...details, ...hidden, active_content: [] }]);
    const as = { as: null, headers: key } as const;
    const { items } = (await call.listDocumentVersionDetails({ ...as, path: { document_id: id } })).body;
    expect(items).toEqual([
      {
        version_id: expect.any(String),
        number: 1,
        page_count: 1,
        ...{ file_name: null, size_bytes: null, sha256: null },
        failure: null,
        needs_password: false,
      },
    ]);
    const ownShare = async (as: object) =>
      (await call.listDocumentDetails({ ...as, query: { ids: id, own_share: 'true' } })).body.items[0]
        ?.own_share;
    expect(await ownShare(as)).toEqual({
      shared_by: shared.created_by,
      organization_name: 'Acme Records',
      shared_at: shared.created_at,
      expires_at: null,
    });
    expect(await ownShare({ as: 'member' })).toBeNull();
    const old = await reader(91);
    await share(id, old.email);
    expect(await detailsFor(old.key)).toEqual([]);
    await withdraw(shared);
    expect(await detailsFor(key)).toEqual([]);
  });

  test('again when its end is later, and by a new share after a withdrawal', async () => {
    const { id, created_by } = await document();
    const { email, key } = await reader();
    const shared = await share(id, email);
    const update = (json: object) =>
      call.updateDocumentShare({ as: 'member', path: { document_id: id, share_id: shared.id }, json });
    await stage.table.set({ ...sharedWithKey(id, email) }, 'expires_at', new Date(1).toISOString());
    expect((await send(key, `/v1/documents/${id}`)).status).toBe(404);

    await update({ expires_at: new Date(Date.now() + 60_000).toISOString() });

    const { status, text } = await send(key, `/v1/documents/${id}`);
    expect([status, JSON.parse(text).created_by.name]).toEqual([200, created_by.id]);
    await withdraw(shared);
    const again = await share(id, email);
    expect(again.id).not.toBe(shared.id);
    const { items } = (await call.listDocumentShares({ as: 'member', path: { document_id: id } })).body;
    expect(items).toEqual([again]);
  });
});

test('a document has at most 500 shares that have not ended', async () => {
  const { id } = await document();
  const stored = await getDocument(id);
  if (!stored) throw new Error('it is gone');
  const given = { expires_at: null, message: '', notify_me: false, created_by: stored.created_by };
  const shares = Array.from({ length: 500 }, (_, index) =>
    newShare(stored, { ...given, email: `${index}@example.org` }),
  );
  for (let index = 0; index < 500; index += 25)
    await Promise.all(shares.slice(index, index + 25).map((one) => transact(createShare(one, undefined))));
  await transact([replaceDocument({ ...stored, share_count: 500 })]);
  const add = (email: string) =>
    call.createDocumentShare({ as: 'member', path: { document_id: id }, json: { email } });
  const full = refused('quota_exceeded');

  expect(await add('last@example.org')).toMatchObject(full);
  await stage.table.set({ ...sharedWithKey(id, '7@example.org') }, 'expires_at', new Date(1).toISOString());
  expect((await add('last@example.org')).status).toBe(201);
  const path = { document_id: id, share_id: shares[7]?.id ?? 'shr_' };
  expect(await call.updateDocumentShare({ as: 'member', path, json: { expires_at: null } })).toMatchObject(
    full,
  );
}, 120_000);

describe('a member who leaves an organization', () => {
  test('loses the shares of its documents with their address', async () => {
    const { id } = await document();
    const organization_id = credentials.organization_id as `org_${string}`;
    const person = await storedMember(organization_id, 'member');
    const email = person.email ?? '';
    const key = (await storedApiKey(person, { organization_id: null })).headers;
    const shared = await share(id, email);
    expect((await send(key, `/v1/documents/${id}`)).status).toBe(200);

    const user_id = `usr_${person.id.slice(5)}`;
    await call.removeMember({ as: 'owner', path: { user_id } });

    expect((await send(key, `/v1/documents/${id}`)).status).toBe(404);
    expect(Date.parse((await shareNow(shared)).expires_at ?? '')).toBeLessThanOrEqual(Date.now());
    const path = { document_id: id, share_id: shared.id };
    expect(await call.updateDocumentShare({ as: 'member', path, json: { expires_at: null } })).toMatchObject({
      status: 400,
      error: { param: 'expires_at' },
    });
    const again = await share(id, email);
    expect(again.id).not.toBe(shared.id);
    expect((await send(key, `/v1/documents/${id}`)).status).toBe(200);
  });
});

describe('GET /v1/documents?shared_with_me=true', () => {
  async function sharedWith(headers: Headers, more = '') {
    const { status, text } = await send(headers, `/v1/documents?shared_with_me=true${more}`);
    expect([status, text]).toEqual([200, expect.any(String)]);
    return JSON.parse(text);
  }

  test('lists the newest share first, without ended shares and deleted documents', async () => {
    const { email, key, session } = await reader();
    const [first, second, deleted, withdrawn] = [
      await document(),
      await document('organization'),
      await document(),
      await document(),
    ];
    for (const { id } of [second, first, deleted]) await share(id, email);
    await withdraw(await share(withdrawn.id, email));
    await call.deleteDocument({ as: 'member', path: { document_id: deleted.id } });
    await stage.catchUp();

    for (const headers of [key, session]) {
      const { items } = await sharedWith(headers);
      expect(items.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id]);
    }
    const page = await sharedWith(key, '&limit=2');
    const rest = await sharedWith(key, `&cursor=${page.pagination.next_cursor}`);
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  test('takes filters, but finds nothing by a policy of an organization in which the reader does not act', async () => {
    const { email, key } = await reader();
    const [mine, other] = [await document(), await document('organization')];
    for (const { id } of [mine, other]) await share(id, email);
    await call.updateDocument({
      as: 'member',
      path: { document_id: mine.id },
      json: { title: 'Côte d’Azur' },
    });
    const [policy_id = ''] = credentials.policy_ids;
    await call.attachDocumentPolicy({ as: 'member', path: { document_id: mine.id }, json: { policy_id } });
    await stage.catchUp();
    const found = async (query: string) =>
      (await sharedWith(key, query)).items.map(({ id }: { id: string }) => id);

    expect(await found('&q=cote+azur')).toEqual([mine.id]);
    expect(await found('&q=cote+azul')).toEqual([]);
    expect(await found('&access_level=organization&processing_status=ready')).toEqual([other.id]);
    expect(await found(`&created_by=${credentials.user_ids.member}`)).toEqual([other.id, mine.id]);
    expect(await found(`&created_by=${credentials.user_ids.owner}`)).toEqual([]);
    expect(await found(`&created_before=${other.created_at}`)).toEqual([mine.id]);
    expect(await found(`&policy_id=${policy_id}`)).toEqual([]);
  });
});
