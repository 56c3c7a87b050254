import { attachDocumentPolicy } from '../../../shared/contract/operations/policies.ts';
import { type AttachmentItem, createAttachment, getAttachment } from '../../../shared/data/attachments.ts';
import { retryOnConflict } from '../../../shared/data/commit.ts';
import { getDocument } from '../../../shared/data/documents.ts';
import { newUlid } from '../../../shared/data/ids.ts';
import { getPolicy } from '../../../shared/data/policies.ts';
import { policyEvent } from '../../../shared/events/describe.ts';
import { commitWithEvents } from '../../../shared/events/outbox.ts';
import { changeable, existingPolicy } from '../../../shared/http/access.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentAttachment } from '../../../shared/present.ts';

export const handler = operation(attachDocumentPolicy, ({ principal, path, body }) =>
  retryOnConflict(async () => {
    const [found, policy, attached] = await Promise.all([
      getDocument(path.document_id),
      principal.organization_id === null ? undefined : getPolicy(principal.organization_id, body.policy_id),
      getAttachment(path.document_id, body.policy_id),
    ]);
    const document = changeable(found, principal);
    // A document that belongs to no organization has none whose policies could govern it.
    const { id, name } = existingPolicy(document.organization_id === null ? undefined : policy);
    if (attached) return presentAttachment(attached);

    const attachment: AttachmentItem = {
      id: newUlid(),
      document_id: document.id,
      attached_at: new Date().toISOString(),
      attached_by: principal.user,
      policy: { id, name },
    };
    const events = policyEvent('policy.attached', attachment, document, principal);
    await commitWithEvents(events, ...createAttachment(attachment));
    return presentAttachment(attachment);
  }),
);
