import { beforeAll, describe, expect, test } from 'vitest';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { makeKey, withKey } from '../support/apiKeys.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { type call, uniqueTitle } from '../support/documents.ts';
import { problem, sameOrigin } from '../support/organizations.ts';
import { ownActors } from '../support/ownActors.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const own = ['organization#own'];
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('a key has the powers of an owner', () => {
  test.for<[who: string, maker: CallRequest]>([
    ['a founder', { as: 'outsider' }],
    ['somebody outside of any organization', { as: 'newcomer' }],
    ['the session of an owner', { session: 'owner', headers: sameOrigin }],
  ])('only if its permissions name them: %s', async ([, maker]) => {
    const made = await makeKey(maker, { expires_at: inAnHour() });
    const named = await makeKey(maker, { permissions: ['document#read', ...own], expires_at: inAnHour() });

    expect(made.body.permissions).not.toContain('organization#own');
    expect(named.body.permissions).toEqual(['document#read', 'organization#own']);
    // A key without powers cannot make a key with powers.
    expect(await makeKey(withKey(made), { permissions: own })).toMatchObject(problem(403));
  });

  // Threat: An admin, or a key of an admin, makes itself an owner and uses the powers of owners
  test.for<Actor>(['admin', 'member', 'read_only', 'service_account'])(
    'but not if the %s names them',
    async (as) => {
      expect(await makeKey({ as }, { permissions: own })).toMatchObject(problem(403));
    },
  );
});

/** A change of owners would disturb other tests. So these tests need people of their own, which only the local service can have. */
describe.skipIf(process.env.CREDENTIALS)('an admin who makes themselves owner', () => {
  const there = ownActors();
  let held: { document_id: string; policy_id: string };
  let weak: CallRequest;

  beforeAll(async () => {
    const { call, credentials } = there;
    const rules: Rules = { legal_hold: true };
    const policy = (await call.createPolicy({ json: { name: uniqueTitle('Hold'), rules } })).body;
    const form = uploadForm({ title: 'Kept', access_level: 'organization' }, await makePdf());
    const document_id = (await call.createDocument({ as: 'member', form })).body.id;
    await call.attachDocumentPolicy({ path: { document_id }, json: { policy_id: policy.id } });
    held = { document_id, policy_id: policy.id };
    const key = await call.createApiKey({ json: { name: 'scripts' } });
    weak = { as: null, headers: { Authorization: `Bearer ${key.body.api_key}` } };
    const admin = { user_id: credentials.user_ids.admin };
    await call.updateMemberRole({ as: 'admin', path: admin, json: { role: 'owner' } });
  });

  const acts: Readonly<Record<string, (by: CallRequest) => Promise<{ status: number }>>> = {
    'ends a legal hold': (by) =>
      there.call.updatePolicy({ ...by, path: { policy_id: held.policy_id }, json: { rules: {} } }),
    'detaches a legal hold': (by) => there.call.detachDocumentPolicy({ ...by, path: held }),
    'deletes the organization': async (by) => {
      const { name } = (await there.call.getOrganization()).body;
      return there.call.deleteOrganization({ ...by, json: { name } });
    },
    'takes over documents of others': (by) => {
      const { member, admin } = there.credentials.user_ids;
      return there.call.transferDocuments({ ...by, path: { user_id: member }, json: { to: admin } });
    },
    'makes a key with the powers': (by) =>
      there.call.createApiKey({ ...by, json: { name: 'strong', permissions: own } }),
  };

  // Threat: An admin, or a key of an admin, makes itself an owner and uses the powers of owners
  test.for(Object.keys(acts))(
    '%s only after their powers have begun, and never by a lesser key',
    async (what) => {
      const { items } = (await there.call.listOrganizationOwners()).body;
      const admin = items.find(({ user_id }) => user_id === there.credentials.user_ids.admin);
      const begin = new Date(Date.parse(admin?.owner_since ?? '') + 24 * 3_600_000).toISOString();

      const refused = (await acts[what]?.({ as: 'admin' })) as Awaited<ReturnType<typeof call.getMe>>;
      const byKey = (await acts[what]?.(weak)) as typeof refused;

      expect(admin?.powers_from).toBe(begin);
      for (const [answer, why] of [
        [refused, begin],
        [byKey, 'organization#own'],
      ] as const) {
        expect(answer.status).toBe(403);
        expect(answer.error?.message ?? answer.problem?.detail).toContain(why);
      }
      expect((await there.call.getMe({ as: 'admin' })).body.permissions).not.toContain('organization#own');
    },
  );
});
