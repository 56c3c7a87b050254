import {
  changeable,
  noOrganization,
  noSuchPolicy,
  stillChangeable,
} from '../../../shared/access/documents.ts';
import { existing, wrongField } from '../../../shared/access/errors.ts';
import { policiesWithRulesMax } from '../../../shared/contract/limits.ts';
import { attachDocumentPolicy } from '../../../shared/contract/operations/policies.ts';
import { hasRules } from '../../../shared/contract/resources/rules.ts';
import type { User } from '../../../shared/contract/resources/user.ts';
import {
  type DocumentItem,
  getDocument,
  replaceDocument,
  withPoliciesWithRules,
} from '../../../shared/data/documents/documents.ts';
import {
  fence as fenceOrganization,
  getOrganization,
} from '../../../shared/data/organizations/organizations.ts';
import {
  type AttachmentItem,
  askingToSignIn,
  createAttachment,
  getAttachment,
  newAttachment,
  recordAttachment,
} from '../../../shared/data/policies/attachments.ts';
import { getPolicy, isArchived, type PolicyItem } from '../../../shared/data/policies/policies.ts';
import type { Write } from '../../../shared/data/table/commit.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { lookForAudience } from '../../../shared/events/outbox.ts';
import { attachmentRecord } from '../../../shared/events/records.ts';
import { post } from '../../../shared/http/post.ts';
import { asksToSignIn } from '../../../shared/policies/combine.ts';
import { retains } from '../../../shared/policies/retention.ts';
import { presentAttachment } from '../../../shared/presentation/present.ts';

export const handler = post(
  attachDocumentPolicy,
  ({ principal, path, body, answer }) =>
    retryOnConflict(async () => {
      const [found, policy, attached, audience] = await Promise.all([
        getDocument(path.document_id),
        principal.organization_id === null ? undefined : getPolicy(principal.organization_id, body.policy_id),
        getAttachment(path.document_id, body.policy_id),
        lookForAudience(principal.organization_id),
      ]);
      const document = changeable(found, principal);
      // A document without an organization has no policies.
      const policyToAttach = existing(document.organization_id === null ? undefined : policy, noSuchPolicy);
      if (attached) return answer(presentAttachment({ ...attached, policy: policyToAttach }));
      if (isArchived(policyToAttach))
        throw wrongField('policy_id', 'is an archived policy: make the policy active first', body.policy_id);

      if (hasRules(policyToAttach) && (document.policies_with_rules ?? 0) >= policiesWithRulesMax)
        throw wrongField('policy_id', tooMany, body.policy_id);

      const attachment = attachmentOf(document, policyToAttach, principal.user);
      const governing = await governingWrites(policyToAttach, document);
      return answer(presentAttachment(attachment), (kept) =>
        commitChange({
          audience,
          records: [attachmentRecord('policy.attached', attachment, document, principal)],
          writes: [
            ...createAttachment(attachment),
            recordAttachment(policyToAttach.organization_id, attachment),
            ...governing,
            ...kept,
          ],
        }),
      );
    }),
  { guard: stillChangeable(getDocument) },
);

function attachmentOf(document: DocumentItem, policy: PolicyItem, by: User): AttachmentItem {
  const attachment = newAttachment(document, policy, by);
  const attached = { ...attachment, policy: { ...policy, rules: policy.rules ?? {} } };
  return asksToSignIn(attached) ? askingToSignIn(attachment) : attachment;
}

const tooMany =
  `has rules, and ${policiesWithRulesMax} policies that had rules when they were attached are the most for a document: ` +
  'detach one of them first';

/**
 * Returns the writes that accompany the attachment of a policy with rules: the document counts such policies. A policy that retains
 * documents conflicts with a concurrent deletion of the document or its organization.
 */
async function governingWrites(policy: PolicyItem, document: DocumentItem): Promise<Write[]> {
  if (!hasRules(policy)) return [];
  const counted = replaceDocument(withPoliciesWithRules(document, 1));
  if (!retains(policy.rules ?? {}, Date.now())) return [counted];
  const organization = existing(await getOrganization(policy.organization_id), noOrganization);
  return [counted, fenceOrganization(organization)];
}
