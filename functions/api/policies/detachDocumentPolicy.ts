import { detachDocumentPolicy } from '../../../shared/contract/operations/policies.ts';
import { getAttachment, removeAttachment } from '../../../shared/data/attachments.ts';
import { commit, retryOnConflict } from '../../../shared/data/commit.ts';
import { getDocument } from '../../../shared/data/documents.ts';
import { changeable, existingPolicy } from '../../../shared/http/access.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(detachDocumentPolicy, ({ principal, path }) =>
  retryOnConflict(async () => {
    const [document, attachment] = await Promise.all([
      getDocument(path.document_id),
      getAttachment(path.document_id, path.policy_id),
    ]);
    changeable(document, principal);
    await commit(...removeAttachment(existingPolicy(attachment)));
    return {};
  }),
);
