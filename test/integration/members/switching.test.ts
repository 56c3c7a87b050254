import { expect, test } from 'vitest';
import type { CallerItem } from '../../../shared/data/callers/callers.ts';
import { getCaller } from '../../../shared/data/callers/callers.ts';
import { joining } from '../../../shared/data/organizations/membership.ts';
import { getOrganization } from '../../../shared/data/organizations/organizations.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import {
  memberIdOf,
  storedApiKey,
  storedMember,
  storedOrganization,
  storedSession,
} from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const { call, credentials } = await sharedStage();

/** A person in two organizations, who acts in the first. */
async function memberOfTwo() {
  const [one, other] = [await storedOrganization(), await storedOrganization()];
  const { id } = await storedMember(one.id, 'member');
  const [organization, user] = [await getOrganization(other.id), await getCaller(id)];
  if (!organization || !user) throw new Error('they are gone');
  await transact(joining(user, organization, 'admin', Date.now()).writes);
  return { one, other, user };
}

/** Begins a session. */
async function sessionOf(user: CallerItem) {
  const stored = await storedSession(user);
  const headers = { ...stored.headers, Origin: credentials.base_url };
  return {
    to: (organization_id: string) =>
      call.switchOrganization({ as: null, headers, json: { organization_id } }),
    me: async () => (await call.getMe({ as: null, headers })).body,
  };
}

test('a session that was switched falls back to the current organization when its person is removed', async () => {
  const { one, other, user } = await memberOfTwo();
  const session = await sessionOf(user);
  await session.to(other.id);
  expect(await session.me()).toMatchObject({ organization_id: other.id, role: 'admin' });

  const { headers } = await storedApiKey(other.owner, { organization_id: other.id });
  await call.removeMember({ as: null, headers, path: { user_id: memberIdOf(user) } });

  expect(await session.me()).toMatchObject({ organization_id: one.id, role: 'member' });
  expect((await session.to(other.id)).status).toBe(404);
});

test('switching changes one session only, and neither keys nor the current organization', async () => {
  const { one, other, user } = await memberOfTwo();
  const [session, second] = [await sessionOf(user), await sessionOf(user)];
  const { headers } = await storedApiKey(user, { organization_id: one.id });

  await session.to(other.id);

  expect((await second.me()).organization_id).toBe(one.id);
  expect((await call.getMe({ as: null, headers })).body.organization_id).toBe(one.id);
  expect(await getCaller(user.id)).toMatchObject({ current_organization_id: one.id });
});
