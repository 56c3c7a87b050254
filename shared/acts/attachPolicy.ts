import { policiesWithRulesMax } from '../contract/limits.ts';
import type { User } from '../contract/resources/user.ts';
import {
  type DocumentItem,
  getDocument,
  replaceDocument,
  withPoliciesWithRules,
} from '../data/documents/documents.ts';
import {
  fence as fenceOrganization,
  getOrganization,
  type OrganizationItem,
} from '../data/organizations/organizations.ts';
import {
  type AttachmentItem,
  askingToSignIn,
  createAttachment,
  getAttachment,
  newAttachment,
  recordAttachment,
} from '../data/policies/attachments.ts';
import { getPolicy, isArchived, type PolicyItem } from '../data/policies/policies.ts';
import { type Write, writeBookkeeping } from '../data/table/commit.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { loadAudience } from '../events/audience.ts';
import { commitChange } from '../events/commitChange.ts';
import { attachmentRecord } from '../events/records/policies.ts';
import { asksToSignIn } from '../policies/combine.ts';
import { retains } from '../policies/retention.ts';
import { hasRules } from '../policies/storedRules.ts';
import type { Answering } from './answering.ts';
import type { PolicyOfDocument } from './detachPolicy.ts';
import { indexMark } from './indexMark.ts';
import { isRefused, type Refused, refuse } from './refusal.ts';

interface AttachPolicy extends PolicyOfDocument {
  /** The user whom the attachment names. */
  readonly attachedBy: User;
}

/**
 * Attaches a policy to a document, and returns the attachment. A policy that is attached already stays as it is. An archived policy cannot
 * be attached, and the number of policies with rules on a document is limited.
 */
export const attachPolicy = <A>(
  { documentId, policyId, organizationId, by, attachedBy, permit }: AttachPolicy,
  answering: Answering<AttachmentItem, A>,
): Promise<A | Refused<'no_policy' | 'archived' | 'too_many_rules' | 'no_organization'>> =>
  retryOnConflict(async () => {
    const [found, policy, attached, audience] = await Promise.all([
      getDocument(documentId),
      organizationId === null ? undefined : getPolicy(organizationId, policyId),
      getAttachment(documentId, policyId),
      loadAudience(organizationId),
    ]);
    const document = permit(found);
    // A document without an organization has no policies.
    if (document.organization_id === null || !policy) return refuse('no_policy');
    if (attached) return answering({ ...attached, policy }, writeBookkeeping);
    if (isArchived(policy)) return refuse('archived');
    if (hasRules(policy) && (document.policies_with_rules ?? 0) >= policiesWithRulesMax)
      return refuse('too_many_rules');
    const organization = await organizationToFence(policy);
    if (isRefused(organization)) return organization;

    const attachment = attachmentOf(document, policy, attachedBy);
    const mark = indexMark(document, 'hides');
    return answering(attachment, (beside) =>
      commitChange({
        audience,
        records: [attachmentRecord('policy.attached', attachment, document, by)],
        writes: [
          ...createAttachment(attachment),
          recordAttachment(policy.organization_id, attachment),
          ...governingWrites(policy, document, organization),
          ...mark.writes,
          ...beside,
        ],
        announce: mark.announce,
      }),
    );
  });

function attachmentOf(document: DocumentItem, policy: PolicyItem, by: User): AttachmentItem {
  const attachment = newAttachment(document, policy, by);
  const attached = { ...attachment, policy: { ...policy, rules: policy.rules ?? {} } };
  return asksToSignIn(attached) ? askingToSignIn(attachment) : attachment;
}

/** Returns the organization if the policy retains documents, so that the commit conflicts with a deletion of the organization. */
async function organizationToFence({
  organization_id,
  rules = {},
}: PolicyItem): Promise<OrganizationItem | Refused<'no_organization'> | undefined> {
  if (!retains(rules, Date.now())) return undefined;
  return (await getOrganization(organization_id)) ?? refuse('no_organization');
}

/**
 * Returns the other writes for the attachment of a policy with rules. The document counts such policies, so the commit conflicts with a
 * concurrent deletion of the document.
 */
function governingWrites(
  policy: PolicyItem,
  document: DocumentItem,
  organization: OrganizationItem | undefined,
): Write[] {
  if (!hasRules(policy)) return [];
  const counted = replaceDocument(withPoliciesWithRules(document, 1));
  return organization ? [counted, fenceOrganization(organization)] : [counted];
}
