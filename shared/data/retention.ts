import type { DocumentId, OrganizationId } from '../contract/identifiers.ts';
import { type Retention, retains, retentionOf } from '../policies/retention.ts';
import {
  type AttachmentItem,
  getAttachment,
  listAllAttachments,
  listAttachmentsOf,
  listRecentAttachments,
} from './attachments.ts';
import { withPolicyNames } from './currentNames.ts';
import { findDocument, isBeingRemoved } from './deletedDocuments.ts';
import { listPolicies, type PolicyItem } from './policies.ts';

/**
 * Returns what keeps a document at `now` (epoch milliseconds), by consistent reads. Whoever deletes it asks after it was read: a
 * policy that keeps documents is attached with the document in the same commit, so that one of the two conflicts.
 */
export async function retentionOfDocument(
  document: { readonly id: DocumentId; readonly organization_id: OrganizationId | null },
  now: number,
): Promise<Retention | undefined> {
  // What belongs to no organization has no policies.
  if (document.organization_id === null) return undefined;
  return retentionUnder(await listAllAttachments(document.id), document, now);
}

/** Returns the same by attachments that were read with the document. */
export const retentionUnder = async (
  attachments: readonly AttachmentItem[],
  document: { readonly organization_id: OrganizationId | null },
  now: number,
): Promise<Retention | undefined> =>
  attachments.length > 0 ? retentionOf(await withPolicyNames(document, attachments), now) : undefined;

/**
 * Returns what keeps any one document of an organization at `now` (epoch milliseconds); undefined where nothing is kept. Whoever
 * deletes the organization asks after it was read: a policy that keeps documents is attached with the organization in the same
 * commit. It takes a few requests however many documents there are: the first that is kept is enough, and where the newest
 * attachment of a policy has ended, so have all before it.
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

/** Looks at the documents of a policy, newest attachment first, as the list has them that is a moment behind. */
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

/** Returns what the first of these attachments that is there still keeps. */
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
