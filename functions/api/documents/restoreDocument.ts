import { changeable, stillChangeable } from '../../../shared/access/documents.ts';
import { indexMark } from '../../../shared/acts/indexMark.ts';
import { staleCopies } from '../../../shared/acts/rooms/staleCopies.ts';
import { restoreDocument } from '../../../shared/contract/operations/documents.ts';
import * as deleted from '../../../shared/data/documents/deletedDocuments.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { loadAudience } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { documentRecord } from '../../../shared/events/records/documents.ts';
import { post } from '../../../shared/http/post.ts';
import { presentDocument } from '../../../shared/presentation/present.ts';

export const handler = post(
  restoreDocument,
  ({ principal, path, answer }) =>
    retryOnConflict(async () => {
      const [found, audience] = await Promise.all([
        deleted.findDocument(path.document_id),
        loadAudience(principal.organization_id),
      ]);
      const isInTime = found && deleted.isRestorable(found, Date.now());
      const document = changeable(isInTime ? found : undefined, principal);
      if (document.deletion_id === undefined) return answer(presentDocument(document));

      const restored = deleted.restoredDocument(document);
      const copies = staleCopies(document, restored);
      const mark = indexMark(restored, 'shows');
      return answer(presentDocument(restored), (kept) =>
        commitChange({
          audience,
          records: [documentRecord('document.restored', restored, principal)],
          writes: [...deleted.restoreDocument(document), ...copies.writes, ...mark.writes, ...kept],
          announce: () => Promise.all([copies.announce(), mark.announce()]),
        }),
      );
    }),
  { guard: stillChangeable(getDocument) },
);
