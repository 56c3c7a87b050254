import { deleteDocument } from '../../../shared/contract/operations/documents.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import * as deleted from '../../../shared/data/deletedDocuments.ts';
import { getDocument } from '../../../shared/data/documents.ts';
import { retentionOfDocument } from '../../../shared/data/retention.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { lookForAudience } from '../../../shared/events/outbox.ts';
import { documentRecord } from '../../../shared/events/records.ts';
import { changeable } from '../../../shared/http/access.ts';
import { operation } from '../../../shared/http/operation.ts';
import { requireNotRetained } from '../../../shared/http/retention.ts';
import { presentDocument } from '../../../shared/present.ts';

export const handler = operation(deleteDocument, ({ principal, path, checkPreconditions }) =>
  retryOnConflict(async () => {
    const [found, audience] = await Promise.all([
      getDocument(path.document_id),
      lookForAudience(principal.organization_id),
    ]);
    const document = changeable(found, principal);
    checkPreconditions(presentDocument(document));
    // Read after the document, so that a policy that is attached from now on causes a conflict.
    requireNotRetained(await retentionOfDocument(document, Date.now()), 'this document');

    await commitChange({
      audience,
      records: [documentRecord('document.deleted', document, principal)],
      writes: deleted.deleteDocument(document, Date.now()),
    });
    return {};
  }),
);
