import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import { policiesMax } from '../../../shared/contract/limits.ts';
import { policyKey } from '../../../shared/data/keys/policies.ts';
import { newPolicy } from '../../../shared/data/policies/policies.ts';
import { keepPolicyNames, withPolicyName } from '../../../shared/data/policies/policyNames.ts';
import { writeRepeatables } from '../../../shared/data/table/batch.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { storedOrganization } from '../../support/people/people.ts';
import { Recorder } from '../../support/stages/recorder.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { watchClients } from '../../support/stages/watchClients.ts';

const { call } = await sharedStage();
const recorder = new Recorder();
afterAll(await watchClients(recorder, ['dynamodb']));

const patienceMilliseconds = 5000;

/** Stores policies with their names, without the API, which would need a transaction for each policy. */
async function storedPolicies(id: OrganizationId, names: readonly string[]) {
  const policies = names.map((name) => newPolicy(id, name));
  await writeRepeatables(
    policies.map((policy) => ({ put: { ...policy, ...policyKey(id, policy.id) } })),
    patienceMilliseconds,
  );
  const none = { organization_id: id, names: {}, revision: 0 };
  await transact([keepPolicyNames(policies.reduce(withPolicyName, none))]);
  return policies;
}

const refusedOn = (location: string, value: unknown) => ({
  status: 422,
  problem: { errors: [{ location, value }] },
});

/** Staff act in any organization. */
const asStaff = (id: OrganizationId) => ({
  as: 'staff' as const,
  headers: { 'X-Service-Organization-Id': id },
});

describe('an organization', () => {
  let id: OrganizationId;
  let policyIds: string[];
  beforeAll(async () => {
    ({ id } = await storedOrganization());
    const names = Array.from({ length: policiesMax - 1 }, (_, index) => `Policy ${index}`);
    policyIds = (await storedPolicies(id, names)).map((policy) => policy.id);
  });

  test('has at most 1,000 policies that are not archived, also when some are added at the same time', async () => {
    const create = (name: string) => call.createPolicy({ ...asStaff(id), json: { name } });

    const answers = await Promise.all(['A', 'B', 'C', 'D'].map(create));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
    const [policy_id = ''] = policyIds;
    const archive = (archived: boolean) =>
      call.updatePolicy({ ...asStaff(id), path: { policy_id }, json: { archived } });
    await archive(true);
    expect((await create('In its place')).status).toBe(201);
    expect(await archive(false)).toMatchObject(refusedOn('body.archived', false));
  });
});
