import * as z from 'zod/mini';
import {
  type DocumentId,
  documentId,
  type OrganizationId,
  type PolicyId,
  policyId,
  type Ulid,
  ulid,
  ulidOf,
} from '../../contract/identifiers.ts';
import { type User, user } from '../../contract/resources/user.ts';
import { dateTime } from '../../contract/text.ts';
import { hasRules, type StoredRules } from '../../policies/storedRules.ts';
import { documentItem } from '../documents/documents.ts';
import { documentKey } from '../keys/documents.ts';
import {
  attachmentKey,
  attachmentPrefix,
  policyAttachmentKey,
  policyList,
  recentAttachmentKey,
} from '../keys/policies.ts';
import { type Change, creation, removal } from '../table/commit.ts';
import { firstUlidAt, newUlid } from '../table/ids.ts';
import { type MergedList, readListPage } from '../table/listPages.ts';
import { parseItem } from '../table/parse.ts';
import { between, countItems, queryAs, queryItems, readAll, readEach, under } from '../table/read.ts';
import { filterIndex, listIndex, table } from '../table/table.ts';

/**
 * A policy attached to a document. Two items hold the attachment:
 *
 * - The key of the first has the attachment's id, which sorts by time. So the list of a document's policies is a consistent read.
 * - The key of the second has the policy's id. So a policy is attached only once, and one read finds its attachment. This item has all fields
 *   of the first, and a place in the list of the policy's documents by their ids.
 */
const attachmentItem = z.object({
  /** The ULID of the attachment: its place in the list. */
  id: ulid,
  document_id: documentId,
  attached_at: dateTime,
  attached_by: user,
  /** The policy's name at that time. Code that shows it reads the policy's present name. */
  policy: z.object({ id: policyId, name: z.string() }),
  /** The policy had rules when it was attached. The document counts it until it is detached. Absent: it had none. */
  is_counted: z.optional(z.literal(true)),
  /**
   * The policy required a sign-in when it was attached. Such policies are read first for visitors who are not signed in. Absent: it required
   * none.
   */
  asked_sign_in: z.optional(z.literal(true)),
});
export type AttachmentItem = z.infer<typeof attachmentItem>;

/** A copy of an attachment under another key. */
const repetition = z.object({ attachment: attachmentItem });

/** Returns the attachment of a policy to a document, if it is attached. */
export async function getAttachment(
  documentId: DocumentId,
  policyId: PolicyId,
): Promise<AttachmentItem | undefined> {
  const [found] = await readEach(repetition, [policyAttachmentKey(documentId, policyId)]);
  return found?.attachment;
}

/** Lists a page of the policies attached to a document, newest attachment first. */
export const listAttachments = (documentId: DocumentId, after: Ulid | undefined, limit: number) =>
  readListPage(
    [{ partition: documentKey(documentId).pk, prefix: attachmentPrefix }],
    { after, limit },
    (item) => z.parse(attachmentItem, item),
  );

/** Counts the policies attached to a document. */
export const countAttachments = (documentId: DocumentId): Promise<number> =>
  countItems(under(documentKey(documentId), attachmentPrefix));

/** Lists all policies attached to a document, newest attachment first. Every one of them applies to readers. */
export const listAllAttachments = (documentId: DocumentId): Promise<AttachmentItem[]> =>
  queryAs(attachmentItem, {
    ...under(documentKey(documentId), attachmentPrefix),
    ScanIndexForward: false,
  });

/**
 * Reads a document and all policies attached to it with one query, since they share a partition. The query reads the document first. When
 * a policy that retains the document is attached meanwhile, a change of the document conflicts.
 */
export async function getDocumentAndAttachments(documentId: DocumentId) {
  const { pk, sk } = documentKey(documentId);
  const items = await queryItems({ ...between({ pk }, attachmentPrefix, sk), ScanIndexForward: false });
  const document = items.find((item) => item.sk === sk);
  return {
    document: document && parseItem(documentItem, document),
    attachments: items
      .filter((item) => String(item.sk).startsWith(attachmentPrefix))
      .map((item) => z.parse(attachmentItem, item)),
  };
}

/** Lists a page of the attachments of a policy, newest first. The list is eventually consistent. */
export const listAttachmentsOf = (policyId: PolicyId, after: Ulid | undefined, limit: number) =>
  readListPage([{ index: listIndex, partition: policyList(policyId) }], { after, limit }, (item) =>
    z.parse(attachmentItem, item),
  );

/** The list of the documents of a policy, including deleted ones, sorted by their ids, newest first. The list is eventually consistent. */
export const documentsWith = (policyId: PolicyId): MergedList => ({
  index: filterIndex,
  partition: policyList(policyId),
});

/** Returns the documents to which a policy is attached. Reads 100 documents in a round trip. */
export async function havingPolicy<D extends { readonly id: DocumentId }>(
  documents: readonly D[],
  policyId: PolicyId,
): Promise<D[]> {
  const found = await readAll(documents.map(({ id }) => policyAttachmentKey(id, policyId)));
  return documents.filter((_, index) => found[index] !== undefined);
}

/** Returns a new attachment. */
export const newAttachment = (
  document: { readonly id: DocumentId },
  policy: AttachmentItem['policy'] & { readonly rules?: StoredRules | undefined },
  attached_by: User,
): AttachmentItem => ({
  id: newUlid(),
  document_id: document.id,
  attached_at: new Date().toISOString(),
  attached_by,
  policy: { id: policy.id, name: policy.name },
  ...(hasRules(policy) && { is_counted: true }),
});

/** Returns an attachment of a policy that requires a sign-in. */
export const askingToSignIn = (attachment: AttachmentItem): AttachmentItem => ({
  ...attachment,
  asked_sign_in: true,
});

/** Creates an attachment; conflicts when the policy is attached already. */
export const createAttachment = (attachment: AttachmentItem): [Change<AttachmentItem>, Change] => [
  creation(placeOf(attachment), attachment),
  creation(placeByPolicy(attachment), { attachment }),
];

/** Records that a policy of an organization was attached, for `listRecentAttachments`. */
export const recordAttachment = (organizationId: OrganizationId, attachment: AttachmentItem): Change =>
  creation(recentAttachmentKey(organizationId, attachment.id), {
    attachment,
    [table.timeToLive]: Math.ceil((Date.parse(attachment.attached_at) + recordedMilliseconds) / 1000),
  });

/** Delays of the index and differences of clocks must be shorter than this. */
const recentMilliseconds = 10 * 60_000;
const recordedMilliseconds = 60 * 60_000;

/**
 * Lists the attachments made in an organization during the last ten minutes, newest first, even if the policies were detached. This is a
 * consistent read: together with the eventually consistent list of a policy's attachments, no attachment is missed. `now`: epoch
 * milliseconds.
 */
export async function listRecentAttachments(
  organizationId: OrganizationId,
  now: number,
): Promise<AttachmentItem[]> {
  const { pk, sk } = recentAttachmentKey(organizationId, firstUlidAt(now - recentMilliseconds));
  // A tilde sorts behind every ULID.
  const query = { ...between({ pk }, sk, `${attachmentPrefix}~`), ScanIndexForward: false };
  const recent = await queryAs(repetition, query);
  return recent.map(({ attachment }) => attachment);
}

/** Removes an attachment; conflicts when the policy is detached already. */
export const removeAttachment = (attachment: AttachmentItem): [Change<undefined>, Change] => [
  removal(attachmentKey(attachment.document_id, attachment.id)),
  removal(policyAttachmentKey(attachment.document_id, attachment.policy.id)),
];

const placeOf = ({ id, document_id, policy }: AttachmentItem) => ({
  ...attachmentKey(document_id, id),
  [listIndex.partitionKey]: policyList(policy.id),
  [listIndex.sortKey]: id,
});

const placeByPolicy = ({ document_id, policy }: AttachmentItem) => ({
  ...policyAttachmentKey(document_id, policy.id),
  [filterIndex.partitionKey]: policyList(policy.id),
  [filterIndex.sortKey]: ulidOf(document_id),
});
