import { describe, expect, test, vi } from 'vitest';
import { getApiKey, listApiKeys } from '../../../shared/data/callers/apiKeys.ts';
import { type CallerItem, getCaller } from '../../../shared/data/callers/callers.ts';
import { replaceSession } from '../../../shared/data/callers/sessions.ts';
import { getOrganization } from '../../../shared/data/organizations/organizations.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { listWebhooks } from '../../../shared/data/webhooks/webhooks.ts';
import type { CallRequest } from '../../support/callRequest.ts';
import {
  byKey,
  bySession,
  joined,
  memberIdOf,
  ownedOrganization,
  storedApiKey,
  storedMember,
  storedSession,
} from '../../support/people/people.ts';
import { faultSome, isCall } from '../../support/stages/faultyProxy.ts';
import { sharedFaultyStage } from '../../support/stages/faultyStage.ts';

const stage = await sharedFaultyStage();
const { call } = stage;

/** Removes a member. The removal finds the member's keys in a list, so the lists catch up first. */
async function remove(by: CallRequest, user: CallerItem) {
  await stage.catchUp();
  return call.removeMember({ ...by, path: { user_id: memberIdOf(user) } });
}
const statusOf = async (headers: CallRequest['headers'] = {}) =>
  (await call.listOrganizationMembers({ as: null, headers })).status;

/** A member of a new organization, with a key that is bound to it. */
async function memberWithKey() {
  const acme = await ownedOrganization();
  const member = await storedMember(acme.id, 'member');
  return { acme, member, ...(await storedApiKey(member)) };
}

/** Runs something at the first transaction of the table, before it is committed. */
function atFirstTransaction(run: () => Promise<void>): void {
  let isFirst = true;
  stage.dynamodb.faultOf = async (request) => {
    if (isCall('TransactWriteItems')(request) && isFirst) {
      isFirst = false;
      await run();
    }
    return undefined;
  };
}

/** Lets the first transaction of the table succeed, and fails all others. */
const failAfterFirstTransaction = () =>
  faultSome(stage.dynamodb, 'failing', 'TransactWriteItems', { from: 2, count: 100 });

// Threat: A removed member keeps sessions and keys, or gets them back on return
test('keys that are bound to the organization end at once and for good', async () => {
  const { acme, member, headers, record } = await memberWithKey();
  expect(await statusOf(headers)).toBe(200);

  expect(await remove(acme.by, member)).toMatchObject({ status: 200, body: {} });

  expect(await statusOf(headers)).toBe(401);
  expect((await getApiKey(record.uuid))?.revoked_at).not.toBeNull();
  await joined(member, acme.id, 'member');
  expect(await statusOf(headers)).toBe(401);
});

test('keys that are bound to another organization, or to none, do not end', async () => {
  const { acme, member } = await memberWithKey();
  const other = await ownedOrganization();
  await joined(member, other.id, 'member');
  const elsewhere = await byKey(member, { organization_id: other.id });
  const unbound = await byKey(member, { organization_id: null });

  await remove(acme.by, member);

  expect(await statusOf(elsewhere.headers)).toBe(200);
  expect((await call.listDocuments(unbound)).status).toBe(200);
  expect(await statusOf(unbound.headers)).toBe(403);
});

// Threat: A removed member keeps sessions and keys, or gets them back on return
test('a key stays refused after an interrupted removal, and after the removal is repeated', async () => {
  const { acme, member, headers, record } = await memberWithKey();

  // The first transaction removes the member, the next one marks their key.
  failAfterFirstTransaction();
  expect((await remove(acme.by, member)).status).toBe(500);
  stage.dynamodb.mend();
  expect(await statusOf(headers)).toBe(401);
  expect((await getApiKey(record.uuid))?.revoked_at).toBeNull();

  expect((await remove(acme.by, member)).status).toBe(404);
  expect((await getApiKey(record.uuid))?.revoked_at).not.toBeNull();
});

// Threat: A key gives itself more permissions, a later end, or keys that outlive it
test('a member who is removed while they make a key gets no key', async () => {
  const { acme, member, headers, record } = await memberWithKey();
  await stage.catchUp();

  atFirstTransaction(async () => expect((await remove(acme.by, member)).status).toBe(200));
  const made = await call.createApiKey({ as: null, headers, json: { name: 'to stay' } });

  expect(made.status).toBe(403);
  await stage.catchUp();
  expect((await listApiKeys(member.id)).map(({ uuid }) => uuid)).toEqual([record.uuid]);
});

// Threat: A removed member keeps sessions and keys, or gets them back on return
test('sessions lose the organization, and act in the current organization of their person', async () => {
  const { acme, member } = await memberWithKey();
  const other = await ownedOrganization();
  await joined(member, other.id, 'member');
  const bound = await storedSession(member);
  await transact([replaceSession({ ...bound.record, organization_id: other.id })]);
  const following = await storedSession(member);
  expect([await statusOf(bound.headers), await statusOf(following.headers)]).toEqual([200, 200]);

  await remove(other.by, member);
  const { body } = await call.listOrganizationMembers({ as: null, headers: bound.headers });
  expect(body.items.map(({ org_id }) => org_id)).toContain(acme.id);

  await remove(acme.by, member);
  for (const { headers } of [bound, following]) {
    expect(await statusOf(headers)).toBe(403);
    expect((await call.listDocuments({ as: null, headers })).status).toBe(200);
  }
});

test('every member can leave, and the webhook endpoints for which they are responsible stop', async () => {
  const acme = await ownedOrganization();
  const admin = await storedMember(acme.id, 'admin');
  const by = await byKey(admin);
  await call.registerWebhook({ ...by, json: { url: 'https://receiver.example/hooks', events: ['*'] } });

  expect((await remove(by, admin)).status).toBe(200);

  expect(await listWebhooks(acme.id)).toMatchObject([{ disabled: { reason: 'registrar' } }]);
  const { body } = await call.listOrganizationMembers(acme.by);
  expect(body.items.map(({ user_id }) => user_id)).toEqual([memberIdOf(acme.owner)]);
});

test('of two owners who remove each other at the same instant, one stays', async () => {
  for (let round = 0; round < 3; round++) {
    const acme = await ownedOrganization();
    const other = await storedMember(acme.id, 'owner');
    const by = await byKey(other);

    const answers = await Promise.all([remove(acme.by, other), remove(by, acme.owner)]);

    const [first, second] = answers.map(({ status }) => status).sort();
    expect(first).toBe(200);
    // The person who sent the second request is the last owner, or no member any more.
    expect([401, 403, 422]).toContain(second);
    expect(await getOrganization(acme.id)).toMatchObject({ owner_count: 1 });
  }
});

describe('accounts and keys that a removed admin made', () => {
  /** An admin who made a service account with a key, and a key for a service account of the owner. The second key made a third key. */
  async function makingAdmin() {
    const acme = await ownedOrganization();
    const admin = await storedMember(acme.id, 'admin');
    const byAdmin = await byKey(admin);
    const account = async (by: CallRequest) =>
      (await call.createServiceAccount({ ...by, json: { name: 'Sync', role: 'admin' } })).body.id;
    const key = async (by: CallRequest, json: object = {}) => {
      const { api_key } = (await call.createApiKey({ ...by, json: { name: 'sync', ...json } })).body;
      return { as: null, headers: { Authorization: `Bearer ${api_key}` } } as const;
    };
    const own = await account(byAdmin);
    const others = await account(acme.by);
    const ofOwn = await key(byAdmin, { service_account_id: own });
    const ofOthers = await key(byAdmin, { service_account_id: others });
    const keys = [ofOwn, ofOthers, await key(ofOthers), await key(acme.by, { service_account_id: others })];
    return {
      acme,
      admin,
      own,
      others,
      ofOthers,
      statuses: () => Promise.all(keys.map(({ headers }) => statusOf(headers))),
      accounts: async () => (await call.listServiceAccounts(acme.by)).body.items.map(({ id }) => id),
      end: (end_made: string) =>
        call.removeMember({ ...acme.by, path: { user_id: memberIdOf(admin) }, query: { end_made } }),
    };
  }

  /** Expects that only the key of the owner works, when the authorizer has forgotten what it knew. */
  async function expectEnded(statuses: () => Promise<number[]>): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    expect(await statuses()).toEqual([401, 401, 401, 200]);
    vi.useRealTimers();
  }

  // Threat: A removed admin comes back through a service account, or through a key of one, that the admin made
  test('end with the membership on request, and all other accounts and keys stay', async () => {
    const { acme, admin, own, others, statuses, accounts, end } = await makingAdmin();
    expect(await statuses()).toEqual([200, 200, 200, 200]);

    // The removal does not wait for a list, so it also finds accounts and keys that have just been made.
    expect(await end('true')).toMatchObject({ status: 200, body: {} });

    await expectEnded(statuses);
    expect(await accounts()).toEqual([others]);
    await stage.catchUp();
    const { items } = (await call.listOrganizationActivity(acme.by)).body;
    const detailsOf = (type: string) =>
      items.filter((entry) => entry.type === type).map(({ details }) => details);
    const made_by = admin.id;
    expect(detailsOf('service_account.deleted')).toMatchObject([{ service_account_id: own, made_by }]);
    const revoked = detailsOf('api_key.revoked').filter(({ owner_id }) => owner_id === others);
    expect(revoked).toMatchObject([{ made_by }, { made_by }]);
  });

  // Threat: A removed admin comes back through a service account, or through a key of one, that the admin made
  test.for(['while they are removed', 'after they were removed'])(
    'end even if one of the keys makes another key at that moment: %s',
    async (when) => {
      const { acme, others, ofOthers, end } = await makingAdmin();
      if (when === 'after they were removed') expect((await end('false')).status).toBe(200);
      await stage.catchUp();

      atFirstTransaction(async () => expect((await end('true')).status).toBe(200));
      const made = await call.createApiKey({ ...ofOthers, json: { name: 'to stay' } });

      expect(made.status).toBe(401);
      stage.dynamodb.mend();
      await stage.catchUp();
      const { items } = (await call.listApiKeys({ ...acme.by, query: { service_account_id: others } })).body;
      expect(items.map(({ name }) => name)).not.toContain('to stay');
    },
  );

  // Threat: A removed admin comes back through a service account, or through a key of one, that the admin made
  test('are listed by their maker, and can be ended later', async () => {
    const { acme, admin, own, statuses, accounts, end } = await makingAdmin();

    expect(await end('false')).toMatchObject({ status: 200, body: {} });

    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const query = { made_by: memberIdOf(admin) };
    const listed = await call.listServiceAccounts({ ...acme.by, query });
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
    failAfterFirstTransaction();
    expect((await end('true')).status).toBe(500);
    stage.dynamodb.mend();

    expect((await end('true')).status).toBe(200);

    await expectEnded(statuses);
  });
});

test('a session that was switched changes nothing else, and falls back to the current organization with the membership', async () => {
  const [one, other] = [await ownedOrganization(), await ownedOrganization()];
  const user = await joined(await storedMember(one.id, 'member'), other.id, 'admin');
  const session = () => bySession(user, stage.credentials);
  const [first, second] = [await session(), await session()];
  const me = async (by: CallRequest) => (await call.getMe(by)).body;
  const change = () => call.switchOrganization({ ...first, json: { organization_id: other.id } });

  await change();

  expect(await me(first)).toMatchObject({ organization_id: other.id, role: 'admin' });
  for (const by of [second, await byKey(user)]) expect((await me(by)).organization_id).toBe(one.id);
  expect(await getCaller(user.id)).toMatchObject({ current_organization_id: one.id });
  await remove(other.by, user);
  expect(await me(first)).toMatchObject({ organization_id: one.id, role: 'member' });
  expect((await change()).status).toBe(404);
});
