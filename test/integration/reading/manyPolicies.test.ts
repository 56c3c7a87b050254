import { expect, test } from 'vitest';
import { policiesWithRulesMax } from '../../../shared/contract/limits.ts';
import { createAttachment, newAttachment } from '../../../shared/data/attachments.ts';
import { writeRepeatables } from '../../../shared/data/batch.ts';
import { transact } from '../../../shared/data/commit.ts';
import { policyKey } from '../../../shared/data/keys.ts';
import { newPolicy } from '../../../shared/data/policies.ts';
import { Recorder } from '../../bench/recorder.ts';
import { watchClients } from '../../bench/watchClients.ts';
import { ownStage } from '../../support/stage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

const recorder = new Recorder();
const { call, credentials } = await ownStage({ around: (name, run) => recorder.around(name, run) });
await watchClients(recorder, ['dynamodb']);

const upload = async (access_level: string) => {
  const form = uploadForm({ title: 'Governed', access_level }, await makePdf());
  return (await call.createDocument({ form })).body;
};

/** Opens a document's page, and returns the status and the number of batch reads that its function made. */
async function open(id: string, headers: Record<string, string> = {}) {
  recorder.take();
  const response = await fetch(`${credentials.base_url}/d/${id}`, {
    headers: { Accept: 'text/html', ...headers },
    redirect: 'manual',
  });
  await response.arrayBuffer();
  const calls = recorder.take().flatMap((run) => (run.name === 'documentPage' ? run.calls : []));
  return { status: response.status, batchReads: calls.filter(({ name }) => /BatchGet/.test(name)).length };
}

const asMember = { Authorization: `Bearer ${credentials.api_keys.member}` };
/** A browser that has accepted a text somewhere. */
const asBrowser = { Cookie: `reader=${'a'.repeat(43)}` };

test('the policies of a document are read for those only whom its access level lets in', async () => {
  const rules = { require_sign_in: true, acknowledgement: 'I pass nothing on.' };
  const policy = (await call.createPolicy({ as: 'admin', json: { name: 'Signed in', rules } })).body;
  const [shared, open_] = [await upload('organization'), await upload('public')];
  for (const { id: document_id } of [shared, open_])
    await call.attachDocumentPolicy({ path: { document_id }, json: { policy_id: policy.id } });

  expect(await open(shared.id)).toEqual({ status: 303, batchReads: 0 });
  expect(await open(open_.id, asBrowser), 'what it has accepted is not read').toEqual({
    status: 303,
    batchReads: 1,
  });
  expect(await open(open_.id, asMember)).toEqual({ status: 403, batchReads: 2 });
});

test('no more policies are read than show that there are too many', async () => {
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

  expect(await open(id)).toEqual({ status: 403, batchReads: 1 });
  expect((await open(id, { Authorization: `Bearer ${credentials.api_keys.owner}` })).status).toBe(200);
});
