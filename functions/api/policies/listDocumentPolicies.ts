import { readable } from '../../../shared/access/documents.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { listDocumentPolicies } from '../../../shared/contract/operations/policies.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { listAttachments } from '../../../shared/data/policies/attachments.ts';
import { withPolicyNames } from '../../../shared/data/policies/currentNames.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentAttachment } from '../../../shared/presentation/present.ts';

export const handler = operation(
  listDocumentPolicies,
  notByShare(async ({ principal, path, query }) => {
    const list = cursors('policies', path.document_id);
    const [found, { items, next }] = await Promise.all([
      getDocument(path.document_id),
      listAttachments(path.document_id, list.read(query.cursor), query.limit),
    ]);
    const document = readable(found, principal);

    const named = await withPolicyNames(document, items);
    return list.page(named.map(presentAttachment), next);
  }),
);
