import { actingOrganization, mayRead, noSuchPolicy } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { listPolicyDocuments } from '../../../shared/contract/operations/policies.ts';
import { getDocuments } from '../../../shared/data/documents/documents.ts';
import { listAttachmentsOf } from '../../../shared/data/policies/attachments.ts';
import { getPolicy } from '../../../shared/data/policies/policies.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentAttachment } from '../../../shared/presentation/present.ts';

export const handler = operation(listPolicyDocuments, async ({ principal, path, query }) => {
  const list = cursors('documents of a policy', path.policy_id);
  const [found, { items, next }] = await Promise.all([
    getPolicy(actingOrganization(principal), path.policy_id),
    listAttachmentsOf(path.policy_id, list.read(query.cursor), query.limit),
  ]);
  const policy = existing(found, noSuchPolicy);

  const documents = await getDocuments(items.map(({ document_id }) => document_id));
  const readable = new Set(documents.filter((document) => mayRead(document, principal)).map(({ id }) => id));
  const shown = items.filter(({ document_id }) => readable.has(document_id));
  return list.page(
    shown.map((attachment) => presentAttachment({ ...attachment, policy })),
    next,
  );
});
