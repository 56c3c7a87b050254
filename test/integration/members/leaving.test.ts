import { describe, expect, test, vi } from 'vitest';
import { getApiKey, listApiKeys } from '../../../shared/data/callers/apiKeys.ts';
import { type CallerItem, getCaller } from '../../../shared/data/callers/callers.ts';
import { replaceSession } from '../../../shared/data/callers/sessions.ts';
import { joining } from '../../../shared/data/organizations/membership.ts';
import { getOrganization } from '../../../shared/data/organizations/organizations.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { listWebhooks } from '../../../shared/data/webhooks/webhooks.ts';
import {
  memberIdOf,
  storedApiKey,
  storedMember,
  storedOrganization,
  storedSession,
} from '../../support/people/people.ts';
import { isCall } from '../../support/stages/faultyProxy.ts';
import { sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

const stage = await sharedFaultyStage();
const { call } = stage;

type Headers = Readonly<Record<string, string>>;

/** An organization, with credentials of its owner. */
async function someOrganization() {
  const { id, owner } = await storedOrganization();
  return { id, owner, headers: (await storedApiKey(owner, { organization_id: id })).headers };
}
type Organization = Awaited<ReturnType<typeof someOrganization>>;

/** Removes a member. The removal finds the member's keys in a list, so the lists catch up first. */
async function remove(headers: Headers, user: CallerItem) {
  await stage.catchUp();
  return call.removeMember({ as: null, headers, path: { user_id: memberIdOf(user) } });
}
const statusOf = async (headers: Headers) =>
  (await call.listOrganizationMembers({ as: null, headers })).status;

async function comesBack({ id }: Organization, { id: userId }: CallerItem): Promise<void> {
  const [organization, caller] = [await getOrganization(id), await getCaller(userId)];
  if (!organization || !caller) throw new Error('they are gone');
  await transact(joining(caller, organization, 'member', Date.now()).writes);
}

// Threat: A removed member keeps sessions and keys, or gets them back on return
test('keys that are bound to the organization end at once and for good', async () => {
  const acme = await someOrganization();
  const member = await storedMember(acme.id, 'member');
  const { headers, record } = await storedApiKey(member, { organization_id: acme.id });
  expect(await statusOf(headers)).toBe(200);

  expect(await remove(acme.headers, member)).toMatchObject({ status: 200, body: {} });

  expect(await statusOf(headers)).toBe(401);
  expect((await getApiKey(record.uuid))?.revoked_at).not.toBeNull();
  await comesBack(acme, member);
  expect(await statusOf(headers)).toBe(401);
});

test('keys that are bound to another organization, or to none, do not end', async () => {
  const [acme, other] = [await someOrganization(), await someOrganization()];
  const member = await storedMember(acme.id, 'member');
  await comesBack(other, member);
  const elsewhere = await storedApiKey(member, { organization_id: other.id });
  const unbound = await storedApiKey(member, { organization_id: null });

  await remove(acme.headers, member);

  expect(await statusOf(elsewhere.headers)).toBe(200);
  expect((await call.listDocuments({ as: null, headers: unbound.headers })).status).toBe(200);
  expect(await statusOf(unbound.headers)).toBe(403);
});

// Threat: A removed member keeps sessions and keys, or gets them back on return
test('a key stays refused after an interrupted removal, and after the removal is repeated', async () => {
  const acme = await someOrganization();
  const member = await storedMember(acme.id, 'member');
  const { headers, record } = await storedApiKey(member, { organization_id: acme.id });
  const isTransaction = isCall('TransactWriteItems');
  let allowed = 1;

  // The first transaction removes the member, the next one marks their key.
  stage.dynamodb.faultOf = (request) => (isTransaction(request) && allowed-- < 1 ? 'failing' : undefined);
  expect((await remove(acme.headers, member)).status).toBe(500);
  stage.dynamodb.mend();
  expect(await statusOf(headers)).toBe(401);
  expect((await getApiKey(record.uuid))?.revoked_at).toBeNull();

  expect((await remove(acme.headers, member)).status).toBe(404);
  expect((await getApiKey(record.uuid))?.revoked_at).not.toBeNull();
});

// Threat: A key gives itself more permissions, a later end, or keys that outlive it
test('a member who is removed while they make a key gets no key', async () => {
  const acme = await someOrganization();
  const member = await storedMember(acme.id, 'member');
  const { headers, record } = await storedApiKey(member, { organization_id: acme.id });
  await stage.catchUp();
  const isTransaction = isCall('TransactWriteItems');
  let isFirst = true;

  stage.dynamodb.faultOf = async (request) => {
    if (!isTransaction(request) || !isFirst) return undefined;
    isFirst = false;
    expect((await remove(acme.headers, member)).status).toBe(200);
    return undefined;
  };
  const made = await call.createApiKey({ as: null, headers, json: { name: 'to stay' } });

  expect(made.status).toBe(403);
  await stage.catchUp();
  expect((await listApiKeys(member.id)).map(({ uuid }) => uuid)).toEqual([record.uuid]);
});

// Threat: A removed member keeps sessions and keys, or gets them back on return
test('sessions lose the organization, and act in the current organization of their person', async () => {
  const [acme, other] = [await someOrganization(), await someOrganization()];
  const member = await storedMember(acme.id, 'member');
  await comesBack(other, member);
  const bound = await storedSession(member);
  await transact([replaceSession({ ...bound.record, organization_id: other.id })]);
  const following = await storedSession(member);
  expect([await statusOf(bound.headers), await statusOf(following.headers)]).toEqual([200, 200]);

  await remove(other.headers, member);
  const { body } = await call.listOrganizationMembers({ as: null, headers: bound.headers });
  expect(body.items.map(({ org_id }) => org_id)).toContain(acme.id);

  await remove(acme.headers, member);
  for (const { headers } of [bound, following]) {
    expect(await statusOf(headers)).toBe(403);
    expect((await call.listDocuments({ as: null, headers })).status).toBe(200);
  }
});

test('shared documents can still be read; nobody can read private documents until their creator is back', async () => {
  const acme = await someOrganization();
  const member = await storedMember(acme.id, 'member');
  const before = await storedApiKey(member, { organization_id: acme.id });
  const pdf = await makePdf();
  const upload = async (access_level: string) =>
    (
      await call.createDocument({
        as: null,
        headers: before.headers,
        form: uploadForm({ title: 'T', access_level }, pdf),
      })
    ).body.id;
  const [kept, shared] = [await upload('private'), await upload('organization')];
  const read = async (headers: Headers, document_id: string) =>
    (await call.getDocument({ as: null, headers, path: { document_id } })).status;
  const session = (await storedSession(member)).headers;

  await remove(acme.headers, member);

  expect([await read(acme.headers, shared), await read(acme.headers, kept)]).toEqual([200, 404]);
  expect([await read(session, shared), await read(session, kept)]).toEqual([404, 404]);
  await comesBack(acme, member);
  expect([await read(session, shared), await read(session, kept)]).toEqual([200, 200]);
});

test('every member can leave, and the webhook endpoints for which they are responsible stop', async () => {
  const acme = await someOrganization();
  const admin = await storedMember(acme.id, 'admin');
  const { headers } = await storedApiKey(admin, { organization_id: acme.id });
  const json = { url: 'https://receiver.example/hooks', events: ['*'] };
  await call.registerWebhook({ as: null, headers, json });

  expect((await remove(headers, admin)).status).toBe(200);

  expect(await listWebhooks(acme.id)).toMatchObject([{ disabled: { reason: 'registrar' } }]);
  const { body } = await call.listOrganizationMembers({ as: null, headers: acme.headers });
  expect(body.items.map(({ user_id }) => user_id)).toEqual([memberIdOf(acme.owner)]);
});

test('of two owners who remove each other at the same instant, one stays', async () => {
  for (let round = 0; round < 3; round++) {
    const acme = await someOrganization();
    const other = await storedMember(acme.id, 'owner');
    const { headers } = await storedApiKey(other, { organization_id: acme.id });

    const answers = await Promise.all([remove(acme.headers, other), remove(headers, acme.owner)]);

    // The second request fails, because the person who sent it is the last owner, or no member any more.
    const statuses = answers.map(({ status }) => status).sort();
    expect([
      [200, 401],
      [200, 403],
      [200, 422],
    ]).toContainEqual(statuses);
    expect(await getOrganization(acme.id)).toMatchObject({ owner_count: 1 });
  }
});

describe('accounts and keys that a removed admin made', () => {
  type Key = { readonly api_key: string };
  const withKey = ({ api_key }: Key): Headers => ({ Authorization: `Bearer ${api_key}` });

  /** An admin who made a service account with a key, and a key for a service account of the owner. The second key made a third key. */
  async function makingAdmin() {
    const acme = await someOrganization();
    const admin = await storedMember(acme.id, 'admin');
    const { headers } = await storedApiKey(admin, { organization_id: acme.id });
    const account = async (headers: Headers) =>
      (await call.createServiceAccount({ as: null, headers, json: { name: 'Sync', role: 'admin' } })).body.id;
    const key = async (headers: Headers, json: object = {}): Promise<Key> =>
      (await call.createApiKey({ as: null, headers, json: { name: 'sync', ...json } })).body;
    const own = await account(headers);
    const others = await account(acme.headers);
    const ofOwn = await key(headers, { service_account_id: own });
    const ofOthers = await key(headers, { service_account_id: others });
    const derived = await key(withKey(ofOthers));
    const byOwner = await key(acme.headers, { service_account_id: others });
    const statuses = async () => {
      const keys = [ofOwn, ofOthers, derived, byOwner];
      return Promise.all(keys.map((one) => statusOf(withKey(one))));
    };
    const accounts = async () =>
      (await call.listServiceAccounts({ as: null, headers: acme.headers })).body.items.map(({ id }) => id);
    const end = (end_made: string) =>
      call.removeMember({
        as: null,
        headers: acme.headers,
        path: { user_id: memberIdOf(admin) },
        query: { end_made },
      });
    return { acme, admin, own, others, ofOthers, statuses, accounts, end };
  }

  // Threat: A removed admin comes back through a service account, or through a key of one, that the admin made
  test('end with the membership on request, and all other accounts and keys stay', async () => {
    const { acme, admin, own, others, statuses, accounts, end } = await makingAdmin();
    expect(await statuses()).toEqual([200, 200, 200, 200]);

    // The removal does not wait for a list, so it also finds accounts and keys that have just been made.
    expect(await end('true')).toMatchObject({ status: 200, body: {} });

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    expect(await statuses()).toEqual([401, 401, 401, 200]);
    vi.useRealTimers();
    expect(await accounts()).toEqual([others]);
    await stage.catchUp();
    const { items } = (await call.listOrganizationActivity({ as: null, headers: acme.headers })).body;
    const detailsOf = (type: string) =>
      items.filter((entry) => entry.type === type).map(({ details }) => details);
    expect(detailsOf('service_account.deleted')).toMatchObject([
      { service_account_id: own, made_by: admin.id },
    ]);
    const revoked = detailsOf('api_key.revoked').filter(({ owner_id }) => owner_id === others);
    expect(revoked.map(({ made_by }) => made_by)).toEqual([admin.id, admin.id]);
  });

  // Threat: A removed admin comes back through a service account, or through a key of one, that the admin made
  test.for(['while they are removed', 'after they were removed'])(
    'end even if one of the keys makes another key at that moment: %s',
    async (when) => {
      const { acme, others, ofOthers, end } = await makingAdmin();
      if (when === 'after they were removed') expect((await end('false')).status).toBe(200);
      await stage.catchUp();
      const isTransaction = isCall('TransactWriteItems');
      let isFirst = true;

      stage.dynamodb.faultOf = async (request) => {
        if (!isTransaction(request) || !isFirst) return undefined;
        isFirst = false;
        expect((await end('true')).status).toBe(200);
        return undefined;
      };
      const json = { name: 'to stay' };
      const made = await call.createApiKey({ as: null, headers: withKey(ofOthers), json });

      expect(made.status).toBe(401);
      stage.dynamodb.mend();
      await stage.catchUp();
      const query = { service_account_id: others };
      const { items } = (await call.listApiKeys({ as: null, headers: acme.headers, query })).body;
      expect(items.map(({ name }) => name)).not.toContain('to stay');
    },
  );

  // Threat: A removed admin comes back through a service account, or through a key of one, that the admin made
  test('are listed by their maker, and can be ended later', async () => {
    const { acme, admin, own, statuses, accounts, end } = await makingAdmin();

    expect(await end('false')).toMatchObject({ status: 200, body: {} });

    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const query = { made_by: memberIdOf(admin) };
    const listed = await call.listServiceAccounts({ as: null, headers: acme.headers, query });
    expect(listed.body.items).toMatchObject([{ id: own, made_by: { id: admin.id } }]);
    expect((await end('all')).status).toBe(400);
    expect(await accounts()).toHaveLength(2);
    expect(await end('true')).toMatchObject({ status: 200, body: {} });
    expect(await accounts()).toHaveLength(1);
    expect((await end('true')).status).toBe(404);
  });

  // Threat: A removed admin comes back through a service account, or through a key of one, that the admin made
  test('end with the next request after an interrupted one', async () => {
    const { statuses, end } = await makingAdmin();
    let allowed = 1;
    stage.dynamodb.faultOf = (request) =>
      isCall('TransactWriteItems')(request) && allowed-- < 1 ? 'failing' : undefined;
    expect((await end('true')).status).toBe(500);
    stage.dynamodb.mend();

    expect((await end('true')).status).toBe(200);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    expect(await statuses()).toEqual([401, 401, 401, 200]);
    vi.useRealTimers();
  });
});
