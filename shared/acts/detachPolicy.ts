import type { DocumentId, OrganizationId, PolicyId } from '../contract/identifiers.ts';
import {
  type DocumentItem,
  getDocument,
  replaceDocument,
  withPoliciesWithRules,
} from '../data/documents/documents.ts';
import { type AttachmentItem, getAttachment, removeAttachment } from '../data/policies/attachments.ts';
import { getPolicy } from '../data/policies/policies.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { loadAudience } from '../events/audience.ts';
import { commitChange } from '../events/commitChange.ts';
import { attachmentRecord } from '../events/records/policies.ts';
import type { By } from '../events/records/record.ts';
import { type Retention, retentionOf } from '../policies/retention.ts';
import { indexMark } from './indexMark.ts';
import { type Refused, refuse } from './refusal.ts';

/** A policy that somebody attaches to a document, or detaches from it. */
export interface PolicyOfDocument {
  readonly documentId: DocumentId;
  readonly policyId: PolicyId;
  /** The organization that has the policy; null: the caller acts in no organization. */
  readonly organizationId: OrganizationId | null;
  readonly by: By;
  /** Returns the document. Throws if the document is missing, or if the caller may not change the document. */
  readonly permit: (document: DocumentItem | undefined) => DocumentItem;
}

interface DetachPolicy extends PolicyOfDocument {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Returns the reason why the caller may not end a retention that is not locked, as a sentence; undefined when the caller may end it. */
  readonly endingRefusal: () => Promise<string | undefined>;
}

/** The reason why a policy that keeps the document cannot be detached. */
export interface StillKept {
  readonly retention: Retention;
  /** The reason why the caller may not end the retention, as a sentence. Undefined: the retention is locked, so nobody may end it. */
  readonly why: string | undefined;
}

/** Detaches a policy from a document, and returns the removed attachment. */
export const detachPolicy = ({
  documentId,
  policyId,
  organizationId,
  by,
  permit,
  now,
  endingRefusal,
}: DetachPolicy): Promise<AttachmentItem | Refused<'not_attached'> | Refused<'kept', StillKept>> =>
  retryOnConflict(async () => {
    const [found, attachment, policy, audience] = await Promise.all([
      getDocument(documentId),
      getAttachment(documentId, policyId),
      organizationId === null ? undefined : getPolicy(organizationId, policyId),
      loadAudience(organizationId),
    ]);
    const document = permit(found);
    if (!attachment) return refuse('not_attached');
    const detached = { ...attachment, policy: policy ?? attachment.policy };
    const ruled = { ...attachment, policy: { ...detached.policy, rules: policy?.rules ?? {} } };
    const retention = retentionOf([ruled], now);
    if (retention?.isLocked) return refuse('kept', { retention, why: undefined });
    const why = retention && (await endingRefusal());
    if (retention && why !== undefined) return refuse('kept', { retention, why });

    const mark = indexMark(document, 'shows');
    await commitChange({
      audience,
      records: [attachmentRecord('policy.detached', detached, document, by)],
      writes: [
        ...removeAttachment(attachment),
        ...(attachment.is_counted ? [replaceDocument(withPoliciesWithRules(document, -1))] : []),
        ...mark.writes,
      ],
      announce: mark.announce,
    });
    return detached;
  });
