import { withoutAnswer } from '../../shared/acts/answering.ts';
import { attachPolicy } from '../../shared/acts/attachPolicy.ts';
import { detachPolicy } from '../../shared/acts/detachPolicy.ts';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { acting, permit, records, refuses, storedDocument, storedPolicy } from './actTable.ts';

const attached = async (rules: Rules = {}) => {
  const there = await acting();
  const [{ id: policyId }, { id: documentId }] = [
    await storedPolicy({ ...there, rules }),
    await storedDocument(there),
  ];
  const given = { ...there, policyId, documentId, permit, endingRefusal: async () => 'You are no owner.' };
  await attachPolicy({ ...given, attachedBy: there.user }, withoutAnswer);
  return given;
};

records(detachPolicy, attached, { entries: ['policy.detached'], events: ['policy.detached'] });

refuses(detachPolicy, {
  not_attached: async () => ({ ...(await attached()), policyId: newId('pol') }),
  kept: () => attached({ retain_until: '2999-01-01T00:00:00Z' }),
});
