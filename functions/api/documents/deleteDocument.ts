import { changeable } from '../../../shared/access/documents.ts';
import { requireNotRetained } from '../../../shared/access/retention.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { indexMark } from '../../../shared/acts/indexMark.ts';
import { staleCopies } from '../../../shared/acts/rooms/staleCopies.ts';
import { deleteDocument } from '../../../shared/contract/operations/documents.ts';
import * as deleted from '../../../shared/data/documents/deletedDocuments.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { retentionOfDocument } from '../../../shared/data/documents/retention.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { loadAudience } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { documentRecord } from '../../../shared/events/records/documents.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentDocument } from '../../../shared/presentation/present.ts';

export const handler = operation(
  deleteDocument,
  notByShare(({ principal, path, checkPreconditions }) =>
    retryOnConflict(async () => {
      const [found, audience] = await Promise.all([
        getDocument(path.document_id),
        loadAudience(principal.organization_id),
      ]);
      const document = changeable(found, principal);
      checkPreconditions(presentDocument(document));
      // Retention is read after the document. If somebody later attaches a policy with rules, the document changes, and this commit
      // conflicts.
      requireNotRetained(await retentionOfDocument(document, Date.now()), 'this document');

      const copies = staleCopies(document, undefined);
      const mark = indexMark(document, 'hides');
      await commitChange({
        audience,
        records: [documentRecord('document.deleted', document, principal)],
        writes: [...deleted.deleteDocument(document, Date.now()), ...copies.writes, ...mark.writes],
        announce: () => Promise.all([copies.announce(), mark.announce()]),
      });
      return {};
    }),
  ),
);
