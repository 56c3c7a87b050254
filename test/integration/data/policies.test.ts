import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationId, Ulid } from '../../../shared/contract/identifiers.ts';
import { policiesMax } from '../../../shared/contract/limits.ts';
import { getDocuments } from '../../../shared/data/documents/documents.ts';
import { attachmentKey, policyKey, policyList } from '../../../shared/data/keys/policies.ts';
import { listAttachmentsOf, newAttachment } from '../../../shared/data/policies/attachments.ts';
import { listPolicyPage, newPolicy } from '../../../shared/data/policies/policies.ts';
import { keepPolicyNames, withPolicyName } from '../../../shared/data/policies/policyNames.ts';
import { writeRepeatables } from '../../../shared/data/table/batch.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId, newUlid } from '../../../shared/data/table/ids.ts';
import { listIndex } from '../../../shared/data/table/table.ts';
import { storedOrganization } from '../../support/people/people.ts';
import { Recorder } from '../../support/stages/recorder.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { watchClients } from '../../support/stages/watchClients.ts';

const { call, catchUp } = await sharedStage();
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

  test('lists them with one request for each page', async () => {
    const found: string[] = [];
    let after: Ulid | undefined;
    recorder.take();
    do {
      const range = { after, limit: 100 };
      const page = await recorder.around('page', () => listPolicyPage(id, false, range));
      found.push(...page.items.map((policy) => policy.id));
      after = page.next;
    } while (after !== undefined);

    const { body } = await call.listPolicies({ ...asStaff(id), query: { limit: '1' } });
    expect(found).toHaveLength(policiesMax);
    expect(found).toEqual(found.toSorted().toReversed());
    expect(found[0]).toBe(body.items[0]?.id);
    expect(new Set(recorder.take().map(({ calls }) => calls.length))).toEqual(new Set([1]));
  });
});

test('a page of ten thousand documents of a policy takes one request for the list and one for the documents', async () => {
  const id = newId('pol');
  const by = { id: newId('user'), type: 'user_account', name: 'Petra Person' } as const;
  const attachments = Array.from({ length: 10_000 }, () =>
    newAttachment({ id: newId('doc') }, { id, name: 'Retention' }, by),
  );
  const puts = attachments.map((attachment) => ({
    put: {
      ...attachment,
      ...attachmentKey(attachment.document_id, attachment.id),
      [listIndex.partitionKey]: policyList(id),
      [listIndex.sortKey]: attachment.id,
    },
  }));
  for (let start = 0; start < puts.length; start += 500)
    await writeRepeatables(puts.slice(start, start + 500), patienceMilliseconds);
  await catchUp();
  const newest = attachments.toReversed();
  recorder.take();

  for (const [from, after] of [
    [0, newUlid()],
    [5000, newest[4999]?.id],
  ] as const) {
    const { items, next } = await recorder.around('page', async () => {
      const page = await listAttachmentsOf(id, after, 100);
      await getDocuments(page.items.map(({ document_id }) => document_id));
      return page;
    });

    expect(items).toEqual(newest.slice(from, from + 100));
    expect(next).toBe(items.at(-1)?.id);
  }
  const pages = recorder.take();
  expect(pages.map(({ calls }) => calls.length)).toEqual([2, 2]);
});
