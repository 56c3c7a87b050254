import { withoutAnswer } from '../../shared/acts/answering.ts';
import { attachPolicy } from '../../shared/acts/attachPolicy.ts';
import { updatePolicy } from '../../shared/acts/updatePolicy.ts';
import { policiesWithRulesMax } from '../../shared/contract/limits.ts';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { getDocument, replaceDocument } from '../../shared/data/documents/documents.ts';
import { organizationKey } from '../../shared/data/keys/organizations.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { newId } from '../../shared/data/table/ids.ts';
import {
  acting,
  locking,
  permit,
  records,
  refuses,
  stage,
  storedDocument,
  storedPolicy,
} from './actTable.ts';

const attach = (given: Parameters<typeof attachPolicy>[0]) => attachPolicy(given, withoutAnswer);
const attachment = async (rules: Rules = {}) => {
  const there = await acting();
  const [{ id: policyId }, { id: documentId }] = [
    await storedPolicy({ ...there, rules }),
    await storedDocument(there),
  ];
  return { ...there, policyId, documentId, attachedBy: there.user, permit };
};

records(attach, attachment, { entries: ['policy.attached'], events: ['policy.attached'] });

refuses(attach, {
  no_policy: async () => ({ ...(await attachment()), policyId: newId('pol') }),
  archived: async () => {
    const given = await attachment();
    await updatePolicy({ ...given, archived: true, locking, looseningRefusal: async () => undefined });
    return given;
  },
  too_many_rules: async () => {
    const given = await attachment({ view_only: true });
    const document = permit(await getDocument(given.documentId));
    await transact([replaceDocument({ ...document, policies_with_rules: policiesWithRulesMax })]);
    return given;
  },
  no_organization: async () => {
    const given = await attachment({ retain_until: '2999-01-01T00:00:00Z' });
    await stage.table.remove(organizationKey(given.organizationId));
    return given;
  },
});
