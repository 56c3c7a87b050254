import { detachDocumentPolicy } from '../../../shared/contract/operations/policies.ts';
import { getAttachment, removeAttachment } from '../../../shared/data/attachments.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { getDocument } from '../../../shared/data/documents.ts';
import { policyEvent } from '../../../shared/events/describe.ts';
import { commitChange, lookForAudience } from '../../../shared/events/outbox.ts';
import { changeable, existingPolicy } from '../../../shared/http/access.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(detachDocumentPolicy, ({ principal, path }) =>
  retryOnConflict(async () => {
    const [found, attached, audience] = await Promise.all([
      getDocument(path.document_id),
      getAttachment(path.document_id, path.policy_id),
      lookForAudience(principal.organization_id),
    ]);
    const document = changeable(found, principal);
    const attachment = existingPolicy(attached);

    await commitChange({
      audience,
      events: [policyEvent('policy.detached', attachment, document, principal)],
      writes: removeAttachment(attachment),
    });
    return {};
  }),
);
