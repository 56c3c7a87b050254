import { describe, expect, test } from 'vitest';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import type { Share } from '../../../shared/contract/resources/share.ts';
import { getDocument, replaceDocument } from '../../../shared/data/documents/documents.ts';
import { createShare, newShare } from '../../../shared/data/shares/changes.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { storedApiKey, storedMember, storedPerson, storedSession } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

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
  const form = uploadForm({ title: 'For your eyes', access_level }, await makePdf());
  const { body } = await call.createDocument({ as: 'member', form });
  for (const message of await stage.takeMessages('processing'))
    if (message.includes(body.id)) await stage.invoke('processVersion', { Records: [{ body: message }] });
  return (await call.getDocument({ as: 'member', path: { document_id: body.id } })).body;
}

const share = async (document_id: string, email: string, json: object = {}): Promise<Share> =>
  (await call.createDocumentShare({ as: 'member', path: { document_id }, json: { email, ...json } })).body;

const shareNow = async ({ document_id, id }: Share): Promise<Share> =>
  (await call.getDocumentShare({ as: 'member', path: { document_id, share_id: id } })).body;

const withdraw = ({ document_id, id }: Share) =>
  call.deleteDocumentShare({ as: 'member', path: { document_id, share_id: id } });

/** Sends a request for a path with the headers of a credential. Does not follow redirects. */
async function send(headers: Headers, path: string, init: RequestInit = {}) {
  const response = await fetch(credentials.base_url + path, {
    redirect: 'manual',
    ...init,
    headers: { Accept: 'application/json', ...headers, ...Object(init.headers) },
  });
  return { status: response.status, text: await response.text() };
}

/** The statuses of all requests that a share allows. */
async function statusesOf(id: string, version_id: string, headers: Headers): Promise<number[]> {
  const answers = [
    await send(headers, `/v1/documents/${id}`),
    await send(headers, `/v1/documents/${id}/versions`),
    await send(headers, `/v1/documents/${id}/versions/${version_id}`),
    await send(headers, `/v1/documents/${id}/entry_page`, { method: 'POST' }),
    await send(headers, `/d/${id}`),
    await send(headers, `/d/${id}`, { headers: { Accept: 'text/html' } }),
    await send(headers, `/d/${id}/versions/${version_id}`),
  ];
  return answers.map(({ status }) => status);
}
const all = (status: number): number[] => Array.from({ length: 7 }, () => status);

describe('a share lets a person open a document', () => {
  test('and see its number of versions, but no other count, in details, and not which file a version is', async () => {
    const { id } = await document();
    const { email, key } = await reader();
    const detailsFor = async (headers: Headers) =>
      (await call.listDocumentDetails({ as: null, headers, query: { ids: id } })).body.items;
    expect(await detailsFor(key)).toEqual([]);

    const shared = await share(id, email);

    const details = { document_id: id, version_count: 1, deleted_at: null, restorable_until: null };
    const hidden = { policy_count: null, share_count: null, last_read_at: null, problem: null };
    expect(await detailsFor(key)).toEqual([{ ...details, ...hidden, active_content: [] }]);
    const { items } = (
      await call.listDocumentVersionDetails({ as: null, headers: key, path: { document_id: id } })
    ).body;
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
    expect(await ownShare({ as: null, headers: key })).toEqual({
      shared_by: shared.created_by,
      organization_name: 'Acme Records',
      shared_at: shared.created_at,
      expires_at: null,
    });
    expect(await ownShare({ as: 'member' })).toBeNull();
    const path = { document_id: id };
    await call.createDocumentVersion({ as: 'member', path, form: uploadForm({}, await makePdf()) });
    const counted = async () => (await detailsFor(key)).map(({ version_count }) => version_count);
    expect(await counted()).toEqual([1]);
    const ofShare = { as: 'member', path: { ...path, share_id: shared.id } } as const;
    await call.updateDocumentShare({ ...ofShare, json: { versions: 'all' } });
    expect(await counted()).toEqual([2]);
    const old = await reader(91);
    await share(id, old.email);
    expect(await detailsFor(old.key)).toEqual([]);
    const member = { as: 'member', query: { ids: id } } as const;
    expect((await call.listDocumentDetails(member)).body.items).toMatchObject([
      { ...details, version_count: 2, share_count: 2 },
    ]);
    await withdraw(shared);
    expect(await detailsFor(key)).toEqual([]);
  });

  test('until the share ends', async () => {
    const { id, current_version } = await document();
    const { email, key } = await reader();
    const expires_at = new Date(Date.now() + 2500).toISOString();
    const shared = await share(id, email, { expires_at });
    expect((await send(key, `/v1/documents/${id}`)).status).toBe(200);

    await new Promise((resolve) => setTimeout(resolve, Date.parse(expires_at) - Date.now() + 10));

    expect(await statusesOf(id, current_version?.id ?? '', key)).toEqual(all(404));
    expect((await shareNow(shared)).expires_at).toBe(expires_at);
    const path = { document_id: id, share_id: shared.id };
    const later = new Date(Date.now() + 60_000).toISOString();
    await call.updateDocumentShare({ as: 'member', path, json: { expires_at: later } });
    expect((await send(key, `/v1/documents/${id}`)).status).toBe(200);
    await withdraw(shared);
    const again = await share(id, email);
    expect(again.id).not.toBe(shared.id);
    const { items } = (await call.listDocumentShares({ as: 'member', path: { document_id: id } })).body;
    expect(items).toEqual([again]);
  });

  test('if the person has the shared address, and without names of people', async () => {
    const { id, created_by } = await document();
    const [invited, other] = [await reader(), await reader()];
    await share(id, invited.email);

    const { text } = await send(invited.key, `/v1/documents/${id}`);

    expect(JSON.parse(text).created_by).toEqual({ ...created_by, name: created_by.id });
    expect((await send(other.key, `/v1/documents/${id}`)).status).toBe(404);
    expect((await send(other.key, `/d/${id}`)).status).toBe(404);
  });
});

test('a document has at most 500 shares that have not ended', async () => {
  const { id } = await document();
  const [first] = [await share(id, 'first@example.org')];
  const stored = await getDocument(id);
  if (!stored) throw new Error('it is gone');
  const given = { expires_at: null, message: '', notify_me: false, created_by: stored.created_by };
  for (let index = 1; index < 500; index++)
    await transact(createShare(newShare(stored, { ...given, email: `${index}@example.org` }), undefined));
  await transact([replaceDocument({ ...stored, share_count: 500 })]);
  const add = () =>
    call.createDocumentShare({
      as: 'member',
      path: { document_id: id },
      json: { email: 'last@example.org', expires_at: new Date(Date.now() + 1500).toISOString() },
    });

  expect(await add()).toMatchObject({ status: 403, error: { code: 'quota_exceeded' } });
  await withdraw(first);
  const { body: last } = await add();
  await new Promise((resolve) => setTimeout(resolve, 1600));
  expect((await share(id, 'another@example.org')).reads).toBe(0);
  const path = { document_id: id, share_id: last.id };
  const continued = await call.updateDocumentShare({ as: 'member', path, json: { expires_at: null } });
  expect(continued).toMatchObject({ status: 403, error: { code: 'quota_exceeded' } });
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

describe('policies restrict what a share allows', () => {
  async function governed(rules: Rules, json: object = {}) {
    const { id } = await document();
    const name = `Confidential ${crypto.randomUUID()}`;
    const policy_id = (await call.createPolicy({ json: { name, rules } })).body.id;
    await call.attachDocumentPolicy({ as: 'member', path: { document_id: id }, json: { policy_id } });
    const someone = await reader();
    await share(id, someone.email, json);
    return { id, name, ...someone };
  }

  // Threat: A share opens more than one document to one person, or goes on after its end
  test.for([
    ['not among the allowed readers', { allowed_emails: ['a@b.example'] }],
    ['too late', { expires_at: '2026-01-31T09:30:00Z' }],
    ['without accepting a text', { acknowledgement: 'I pass nothing on.' }],
  ] as const)('%s: 403, and the reason names no policy', async ([, rules]) => {
    const { id, name, key } = await governed(rules as Rules);

    for (const path of [`/v1/documents/${id}`, `/v1/documents/${id}/versions`, `/d/${id}`]) {
      const { status, text } = await send(key, path);
      expect(status).toBe(403);
      expect(text).not.toContain(name);
    }
  });
});

describe('readings by a share', () => {
  test('are counted, and recorded with the share’s id', async () => {
    const { id } = await document();
    const { email, key } = await reader();
    const shared = await share(id, email);

    await send(key, `/d/${id}`, { headers: { Accept: 'text/html' } });
    await send(key, `/d/${id}?file=attachment`, { headers: { Accept: 'text/html' } });
    await send(key, `/v1/documents/${id}`);

    const counted = await shareNow(shared);
    expect(counted.reads).toBe(2);
    expect(Date.parse(counted.first_read_at ?? '')).toBeLessThanOrEqual(
      Date.parse(counted.last_read_at ?? ''),
    );
    await stage.catchUp();
    const { items } = (await call.listDocumentActivity({ as: 'member', path: { document_id: id } })).body;
    expect(items.map(({ type, details }) => [type, details.share_id ?? null]).slice(0, 3)).toEqual([
      ['downloaded', shared.id],
      ['viewed', shared.id],
      ['document.shared', shared.id],
    ]);
    expect(items[2]?.details).toMatchObject({ address: email });
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

  test('is empty for bound keys and service accounts, and refuses other values', async () => {
    for (const as of ['owner', 'service_account'] as const)
      expect((await call.listDocuments({ as, query: { shared_with_me: 'true' } })).body.items).toEqual([]);
    const answer = await call.listDocuments({ query: { shared_with_me: 'yes' } });
    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_value', param: 'shared_with_me' } });
  });
});
