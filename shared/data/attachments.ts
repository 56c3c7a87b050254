import * as z from 'zod/mini';
import { documentId, policyId } from '../contract/identifiers.ts';
import { user } from '../contract/resources/user.ts';
import { dateTime } from '../contract/text.ts';
import { creation, removal, type Write } from './commit.ts';
import { attachmentKey, attachmentPrefix, documentKey, policyAttachmentKey } from './keys.ts';
import { queryItems, readItems } from './read.ts';

/**
 * A policy attached to a document: two items. One is in the order of attachment, so that lists are consistent reads; the
 * other names the policy, so that it is attached once.
 */
export const attachmentItem = z.object({
  /** The ULID of the attachment: its place in the list. */
  id: z.string(),
  document_id: documentId,
  attached_at: dateTime,
  attached_by: user,
  policy: z.object({ id: policyId, name: z.string() }),
});
export type AttachmentItem = z.infer<typeof attachmentItem>;

const pointer = z.object({ attachment_id: z.string() });

/** The attachment of a policy to a document, if it is attached. */
export async function getAttachment(document: string, policy: string): Promise<AttachmentItem | undefined> {
  const [found] = await readItems(policyAttachmentKey(document, policy));
  if (!found) return undefined;
  const [item] = await readItems(attachmentKey(document, z.parse(pointer, found).attachment_id));
  return item && z.parse(attachmentItem, item);
}

/**
 * The policies attached to a document, newest attachment first, beginning after the attachment ULID `after`. `next` is the
 * ULID of the last one when more follow.
 */
export async function listAttachments(document: string, after: string | undefined, limit: number) {
  const { pk } = documentKey(document);
  const items = await queryItems(
    {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :attachments)',
      ExpressionAttributeValues: { ':pk': pk, ':attachments': attachmentPrefix },
      ...(after && { ExclusiveStartKey: attachmentKey(document, after) }),
      ScanIndexForward: false,
      ConsistentRead: true,
    },
    limit + 1,
  );
  const attachments = items.slice(0, limit).map((item) => z.parse(attachmentItem, item));
  const last = attachments.at(-1);
  return { attachments, next: last && items.length > limit ? last.id : undefined };
}

/** Conflicts when the policy is attached already. */
export const createAttachment = (attachment: AttachmentItem): [Write, Write] => [
  creation({ ...attachmentKey(attachment.document_id, attachment.id), ...attachment }),
  creation({
    ...policyAttachmentKey(attachment.document_id, attachment.policy.id),
    attachment_id: attachment.id,
  }),
];

/** Conflicts when it is detached already. */
export const removeAttachment = (attachment: AttachmentItem): [Write, Write] => [
  removal(attachmentKey(attachment.document_id, attachment.id)),
  removal(policyAttachmentKey(attachment.document_id, attachment.policy.id)),
];
