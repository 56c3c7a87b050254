import { expect, test } from 'vitest';
import { policiesWithRulesMax } from '../../../shared/contract/limits.ts';
import { createDocument } from '../../../shared/data/documents/documents.ts';
import { policyKey } from '../../../shared/data/keys/policies.ts';
import { createAttachment, newAttachment } from '../../../shared/data/policies/attachments.ts';
import { newPolicy } from '../../../shared/data/policies/policies.ts';
import { writeRepeatables } from '../../../shared/data/table/batch.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { readyDocument } from '../../support/storedDocuments.ts';

const stage = await sharedStage();
const { credentials } = stage;
const open = async (id: string, headers = {}) => (await stage.open(`/d/${id}`, headers)).status;

// Threat: Many large policies make a document's page slow, then broken, and the organization's lists with it
test('policies are read only until they are too many', async () => {
  const organizationId = credentials.organization_id;
  const given = { organization_id: organizationId, access_level: 'public' } as const;
  const document = readyDocument(given, { id: newId('ver'), size_bytes: 1 });
  const { id, created_by } = document;
  await transact([createDocument(document)]);
  const policies = Array.from({ length: 150 }, (_, index) =>
    newPolicy(organizationId, `Later ${index}`, { expires_after_days: 30 }),
  );
  await writeRepeatables(
    policies.map((policy) => ({ put: { ...policy, ...policyKey(organizationId, policy.id) } })),
    5000,
  );
  for (const [index, { id: policyId, name }] of policies.entries()) {
    await transact(createAttachment(newAttachment({ id }, { id: policyId, name }, created_by)));
    if (index === policiesWithRulesMax - 1) expect(await open(id)).toBe(200);
  }

  expect(await open(id)).toBe(403);
  expect(await open(id, { Authorization: `Bearer ${credentials.api_keys.owner}` })).toBe(200);
});
