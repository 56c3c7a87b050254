import { documentPolicy, organizationPolicy, policyUpdate } from '../../contract/resources/policy.ts';
import { changedFields } from '../../data/activity/changedFields.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import type { AttachmentItem } from '../../data/policies/attachments.ts';
import { isArchived, type PolicyItem } from '../../data/policies/policies.ts';
import { presentAttachment, presentPolicy } from '../../presentation/present.ts';
import { presentPolicyUpdate } from '../policyUpdate.ts';
import { type By, type ChangeRecord, ofDocument, ofOrganization } from './record.ts';

export const newPolicyRecord = (policy: PolicyItem, by: By): ChangeRecord =>
  ofOrganization(policy.organization_id, 'policy.created', by, { policy_id: policy.id, details: {} }, [
    organizationPolicy,
    presentPolicy(policy),
  ]);

export const policyUpdateRecord = (before: PolicyItem, after: PolicyItem, by: By): ChangeRecord => ({
  ...ofOrganization(after.organization_id, 'policy.updated', by, { policy_id: after.id, details: {} }, [
    policyUpdate,
    presentPolicyUpdate(before, after),
  ]),
  changed: changedFields(withState(before), withState(after), ['name', 'archived'], ['rules']),
});

const withState = (policy: PolicyItem) => ({ ...policy, archived: isArchived(policy) });

export const attachmentRecord = (
  type: 'policy.attached' | 'policy.detached',
  attachment: AttachmentItem,
  document: DocumentItem,
  by: By,
): ChangeRecord =>
  ofDocument(document, type, by, { policy_id: attachment.policy.id, details: {} }, () => [
    documentPolicy,
    presentAttachment(attachment),
  ]);
