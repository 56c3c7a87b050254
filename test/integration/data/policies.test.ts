import { expect, test } from 'vitest';
import { policiesMax } from '../../../shared/contract/limits.ts';
import { policyKey } from '../../../shared/data/keys/policies.ts';
import { newPolicy } from '../../../shared/data/policies/policies.ts';
import { keepPolicyNames, withPolicyName } from '../../../shared/data/policies/policyNames.ts';
import { writeRepeatables } from '../../../shared/data/table/batch.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { ownedOrganization } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const { call } = await sharedStage();

test('an organization has at most 1,000 policies that are not archived, also when some are added at the same time', async () => {
  const { id, by } = await ownedOrganization();
  // Without the API, which would need a transaction for each policy.
  const policies = Array.from({ length: policiesMax - 1 }, (_, index) => newPolicy(id, `Policy ${index}`));
  const puts = policies.map((policy) => ({ put: { ...policy, ...policyKey(id, policy.id) } }));
  await writeRepeatables(puts, 5000);
  const none = { organization_id: id, names: {}, revision: 0 };
  await transact([keepPolicyNames(policies.reduce(withPolicyName, none))]);
  const create = (name: string) => call.createPolicy({ ...by, json: { name } });
  const path = { policy_id: policies[0]?.id ?? '' };
  const archive = (archived: boolean) => call.updatePolicy({ ...by, path, json: { archived } });

  const answers = await Promise.all(['A', 'B', 'C', 'D'].map(create));

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
  await archive(true);
  expect((await create('In its place')).status).toBe(201);
  expect(await archive(false)).toMatchObject({
    status: 422,
    problem: { errors: [{ location: 'body.archived', value: false }] },
  });
});
