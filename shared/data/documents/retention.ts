import type { DocumentId, OrganizationId } from '../../contract/identifiers.ts';
import { type Retention, retains, retentionOf } from '../../policies/retention.ts';
import {
  type AttachmentItem,
  getAttachment,
  listAllAttachments,
  listAttachmentsOf,
  listRecentAttachments,
} from '../policies/attachments.ts';
import { withPolicyNames } from '../policies/currentNames.ts';
import { listPolicies, type PolicyItem } from '../policies/policies.ts';
import { findDocument, isBeingRemoved } from './deletedDocuments.ts';

/**
 * Returns the retention of a document at `now` (epoch milliseconds), by consistent reads; undefined: there is none. A caller that deletes
 * the document must read it before this call. Attaching a policy that retains documents also writes the document, so one of the two commits
 * conflicts.
 */
export async function retentionOfDocument(
  document: { readonly id: DocumentId; readonly organization_id: OrganizationId | null },
  now: number,
): Promise<Retention | undefined> {
  // Documents outside of any organization have no policies.
  if (document.organization_id === null) return undefined;
  return retentionUnder(await listAllAttachments(document.id), document, now);
}

/** Does the same as `retentionOfDocument`, for attachments that were read together with the document. */
export const retentionUnder = async (
  attachments: readonly AttachmentItem[],
  document: { readonly organization_id: OrganizationId | null },
  now: number,
): Promise<Retention | undefined> =>
  attachments.length > 0 ? retentionOf(await withPolicyNames(document, attachments), now) : undefined;

/**
 * Returns the retention of any one document of an organization at `now` (epoch milliseconds); undefined: there is none. A caller that
 * deletes the organization must read it before this call, because attaching a policy that retains documents also writes the organization.
 * This takes few requests, however many documents there are. The search stops at the first retained document. It also stops at an
 * attachment whose retention has ended: the retention of the policy's earlier attachments has then ended too.
 */
export async function retentionInOrganization(
  organizationId: OrganizationId,
  now: number,
): Promise<Retention | undefined> {
  const policies = await listPolicies(organizationId);
  const keeping = policies.filter(({ rules }) => rules && retains(rules, now));
  if (keeping.length === 0) return undefined;
  const recent = await listRecentAttachments(organizationId, now);
  for (const policy of keeping) {
    const lately = recent.filter(({ policy: { id } }) => id === policy.id);
    const retention = (await firstKept(lately, policy, now)) ?? (await retentionBy(policy, now));
    if (retention) return retention;
  }
  return undefined;
}

const attachmentsAPage = 25;

/** Checks the documents of a policy, newest attachment first, by a list that is eventually consistent. */
async function retentionBy(policy: PolicyItem, now: number): Promise<Retention | undefined> {
  for (let after: AttachmentItem['id'] | undefined; ; ) {
    const { items, next } = await listAttachmentsOf(policy.id, after, attachmentsAPage);
    const retention = await firstKept(items, policy, now);
    const last = items.at(-1);
    const isOver = !next || !last || !retentionOf([asOf(last, policy)], now);
    if (retention || isOver) return retention;
    after = next;
  }
}

/** Returns the retention by the first of these attachments that still exists. */
async function firstKept(
  attachments: readonly AttachmentItem[],
  policy: PolicyItem,
  now: number,
): Promise<Retention | undefined> {
  for (const attachment of attachments) {
    const retention = retentionOf([asOf(attachment, policy)], now);
    if (retention && (await isThere(attachment))) return retention;
  }
  return undefined;
}

const asOf = ({ attached_at }: AttachmentItem, { id, name, rules = {} }: PolicyItem) => ({
  attached_at,
  policy: { id, name, rules },
});

async function isThere({ id, document_id, policy }: AttachmentItem): Promise<boolean> {
  const [attachment, document] = await Promise.all([
    getAttachment(document_id, policy.id),
    findDocument(document_id),
  ]);
  return attachment?.id === id && document !== undefined && !isBeingRemoved(document);
}
