import { sentenceOfKept } from '../../../shared/access/retention.ts';
import { withoutAnswer } from '../../../shared/acts/answering.ts';
import { attachPolicy } from '../../../shared/acts/attachPolicy.ts';
import { detachPolicy } from '../../../shared/acts/detachPolicy.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import type { DocumentId, PolicyId } from '../../../shared/contract/identifiers.ts';
import { policiesWithRulesMax } from '../../../shared/contract/limits.ts';
import type { User } from '../../../shared/contract/resources/user.ts';
import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import { type AttachmentItem, getAttachment } from '../../../shared/data/policies/attachments.ts';
import { operator } from '../../../shared/events/records/record.ts';
import type { Admin } from '../commandLine/admin.ts';
import { noSuchOrganization, organizationNamed } from '../commandLine/lookups.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { existingDocument } from '../documents/showDocument.ts';

/** Clients expect the user who attached a policy. If an operator attached the policy, clients see this user. No account has this id. */
const operatorUser: User = {
  id: `svc_${'0'.repeat(26)}`,
  type: 'service_account',
  name: 'Operator of the service',
};

export async function attach(
  { stage, output }: Admin,
  policyId: PolicyId,
  documentId: DocumentId,
): Promise<void> {
  const { organization_id: organizationId } = await existingDocument(documentId, stage.baseUrl);
  const label = organizationId && (await organizationNamed(organizationId));
  const outcome = await attachPolicy(
    {
      documentId,
      policyId,
      organizationId,
      by: operator,
      attachedBy: operatorUser,
      permit: present(documentId),
    },
    withoutAnswer,
  );
  const attachment = accepted(outcome, {
    no_policy: () =>
      new Refusal(
        organizationId === null
          ? `${documentId} belongs to no organization, so it cannot have policies.`
          : `There is no policy ${policyId} in ${label}, the organization of the document.`,
      ),
    archived: () => new Refusal(`${policyId} is archived. An owner or admin must make it active first.`),
    too_many_rules: () =>
      new Refusal(
        `${documentId} has ${policiesWithRulesMax} policies that had rules when they were attached, which is the largest allowed number.`,
      ),
    no_organization: () =>
      organizationId === null ? new Refusal('It is deleted.') : noSuchOrganization(organizationId),
  });
  output.record(presentAttachment(attachment));
}

export async function detach(
  { stage, output, now, confirm }: Admin,
  policyId: PolicyId,
  documentId: DocumentId,
): Promise<void> {
  const { organization_id: organizationId } = await existingDocument(documentId, stage.baseUrl);
  const attached = await getAttachment(documentId, policyId);
  if (attached)
    await confirm(`The policy ${policyId} (${attached.policy.name}) does not govern ${documentId} any more.`);
  const outcome = await detachPolicy({
    documentId,
    policyId,
    organizationId,
    by: operator,
    permit: present(documentId),
    now,
    endingRefusal: async () => 'Operators may not.',
  });
  const attachment = accepted(outcome, {
    not_attached: () => new Refusal(`${policyId} is not attached to ${documentId}.`),
    kept: ({ retention, why }) => new Refusal(sentenceOfKept(retention, why)),
  });
  output.record(presentAttachment(attachment));
  output.note('It is detached.');
}

/** Returns a function that throws a Refusal for a document that is deleted. */
const present =
  (documentId: DocumentId) =>
  (document: DocumentItem | undefined): DocumentItem => {
    if (!document)
      throw new Refusal(`${documentId} is deleted. Policies of a deleted document cannot change.`);
    return document;
  };

const presentAttachment = ({ document_id, policy, attached_at, attached_by }: AttachmentItem) => ({
  document_id,
  policy_id: policy.id,
  policy_name: policy.name,
  attached_at,
  attached_by: attached_by.id,
});
