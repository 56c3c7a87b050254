import { changeable, possibleLevel } from '../../../shared/access/documents.ts';
import { forbidden } from '../../../shared/access/errors.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { indexMark } from '../../../shared/acts/indexMark.ts';
import { staleCopies } from '../../../shared/acts/rooms/staleCopies.ts';
import { setDocumentAccessLevel } from '../../../shared/contract/operations/documents.ts';
import { getDocument, replaceDocument } from '../../../shared/data/documents/documents.ts';
import { retryInTurn } from '../../../shared/data/table/conflict.ts';
import { loadAudience } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { accessLevelRecord } from '../../../shared/events/records/documents.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentDocument } from '../../../shared/presentation/present.ts';

export const handler = operation(
  setDocumentAccessLevel,
  notByShare(({ principal, path, body, checkPreconditions }) =>
    retryInTurn(path.document_id, async () => {
      const { access_level } = body;
      const [found, audience] = await Promise.all([
        getDocument(path.document_id),
        loadAudience(principal.organization_id),
      ]);
      const document = changeable(found, principal);
      const isSame = access_level === document.access_level;
      // If another person made the document private, that person could not read it any more.
      if (access_level === 'private' && !isSame && document.created_by.id !== principal.user.id)
        throw forbidden('Only its creator may make a document private.');
      checkPreconditions(presentDocument(document));
      possibleLevel(access_level, document.organization_id, 'the document belongs to no organization');
      if (isSame) return presentDocument(document);

      const updated = { ...document, access_level };
      const copies = staleCopies(document, updated);
      const mark = indexMark(updated, 'hides');
      await commitChange({
        audience,
        records: [accessLevelRecord(document, updated, principal)],
        writes: [replaceDocument(updated), ...copies.writes, ...mark.writes],
        announce: () => Promise.all([copies.announce(), mark.announce()]),
      });
      return presentDocument(updated);
    }),
  ),
);
