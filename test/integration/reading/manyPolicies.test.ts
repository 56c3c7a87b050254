import { afterAll, expect, test } from 'vitest';
import { policiesWithRulesMax } from '../../../shared/contract/limits.ts';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import { policyKey } from '../../../shared/data/keys/policies.ts';
import { createAttachment, newAttachment } from '../../../shared/data/policies/attachments.ts';
import { newPolicy } from '../../../shared/data/policies/policies.ts';
import { writeRepeatables } from '../../../shared/data/table/batch.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { Recorder, sumOfUnits } from '../../support/stages/recorder.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { watchClients } from '../../support/stages/watchClients.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

const recorder = new Recorder();
const { call, credentials } = await sharedStage({ around: (name, run) => recorder.around(name, run) });
afterAll(await watchClients(recorder, ['dynamodb']));

const upload = async (access_level: string) => {
  const form = uploadForm({ title: 'Governed', access_level }, await makePdf());
  return (await call.createDocument({ form })).body;
};

/** Opens a document's page. Returns the status, and the number and the read units of the batch reads that the page's function made. */
async function open(id: string, headers: Record<string, string> = {}) {
  recorder.take();
  const response = await fetch(`${credentials.base_url}/d/${id}`, {
    headers: { Accept: 'text/html', ...headers },
    redirect: 'manual',
  });
  await response.arrayBuffer();
  const calls = recorder.take().flatMap((run) => (run.name === 'documentPage' ? run.calls : []));
  const batches = calls.filter(({ name }) => /BatchGet/.test(name));
  return {
    status: response.status,
    batchReads: batches.length,
    readUnits: sumOfUnits(batches, 'readUnits'),
  };
}

const asMember = { Authorization: `Bearer ${credentials.api_keys.member}` };
/** The cookie of a browser that has accepted a text somewhere. */
const asBrowser = { Cookie: `reader=${'a'.repeat(43)}` };

const addPolicy = async (name: string, rules: Rules) =>
  (await call.createPolicy({ as: 'admin', json: { name, rules } })).body.id;
const attach = (document_id: string, policy_id: string) =>
  call.attachDocumentPolicy({ path: { document_id }, json: { policy_id } });

// Threat: Many large policies make a document's page slow, then broken, and the organization's lists with it
test('the policies of a document are read only for visitors who pass the access level and the sign-in', async () => {
  const [shared, published] = [await upload('organization'), await upload('public')];
  const long = '🗂'.repeat(10_000);
  const policies = [
    await addPolicy('Long', { acknowledgement: long }),
    await addPolicy('Signed in', { require_sign_in: true }),
    await addPolicy('Long, too', { acknowledgement: `${long.slice(2)}x` }),
  ];
  for (const policy of policies) for (const { id } of [shared, published]) await attach(id, policy);

  const atShared = await open(shared.id);
  const atPublished = await open(published.id, asBrowser);
  const member = await open(published.id, asMember);

  expect(atShared).toEqual({ status: 303, batchReads: 0, readUnits: 0 });
  expect(atPublished, 'one policy is read, and nothing that the browser accepted').toEqual({
    status: 303,
    batchReads: 1,
    readUnits: 1,
  });
  expect(member).toMatchObject({ status: 403, batchReads: 2 });
  expect(member.readUnits).toBeGreaterThan(10);

  await call.updatePolicy({
    as: 'admin',
    path: { policy_id: policies[1] ?? '' },
    json: { rules: { expires_after_days: 1 } },
  });
  expect((await open(published.id)).status, 'it asks for no sign-in any more').toBe(403);
});

// Threat: Many large policies make a document's page slow, then broken, and the organization's lists with it
test('policies are read only until they are too many', async () => {
  const { id, created_by } = await upload('public');
  const organizationId = credentials.organization_id;
  const policies = Array.from({ length: 150 }, (_, index) =>
    newPolicy(organizationId, `Later ${index}`, { expires_after_days: 30 }),
  );
  await writeRepeatables(
    policies.map((policy) => ({ put: { ...policy, ...policyKey(organizationId, policy.id) } })),
    5000,
  );
  for (const [index, { id: policyId, name }] of policies.entries()) {
    await transact(createAttachment(newAttachment({ id }, { id: policyId, name }, created_by)));
    if (index === policiesWithRulesMax - 1) expect((await open(id)).status).toBe(200);
  }

  expect(await open(id)).toMatchObject({ status: 403, batchReads: 1 });
  expect((await open(id, { Authorization: `Bearer ${credentials.api_keys.owner}` })).status).toBe(200);
});
