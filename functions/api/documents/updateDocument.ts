import { changeable } from '../../../shared/access/documents.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { indexMark } from '../../../shared/acts/indexMark.ts';
import { updateDocument } from '../../../shared/contract/operations/documents.ts';
import { replaceDocument } from '../../../shared/data/documents/documents.ts';
import { keepEarlierText } from '../../../shared/data/documents/earlierTexts.ts';
import { retentionUnder } from '../../../shared/data/documents/retention.ts';
import { getDocumentAndAttachments } from '../../../shared/data/policies/attachments.ts';
import { retryInTurn } from '../../../shared/data/table/conflict.ts';
import { loadAudience } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { textRecord } from '../../../shared/events/records/documents.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentDocument } from '../../../shared/presentation/present.ts';

export const handler = operation(
  updateDocument,
  notByShare(({ principal, path, body, checkPreconditions }) =>
    retryInTurn(path.document_id, async () => {
      const [found, audience] = await Promise.all([
        getDocumentAndAttachments(path.document_id),
        loadAudience(principal.organization_id),
      ]);
      const document = changeable(found.document, principal);
      checkPreconditions(presentDocument(document));

      const title = body.title ?? document.title;
      const description = body.description === undefined ? document.description : body.description;
      if (title === document.title && description === document.description) return presentDocument(document);

      const retention = await retentionUnder(found.attachments, document, Date.now());
      const updated = { ...document, title, description, ...(retention && { has_earlier_texts: true }) };
      const record = textRecord(document, updated, principal);
      const earlier = {
        id: record.entry.id,
        document_id: document.id,
        version: null,
        title: document.title,
        description: document.description,
        replaced_by: principal.user,
      };
      const mark = indexMark(updated, 'shows');
      await commitChange({
        audience,
        records: [record],
        writes: [replaceDocument(updated), ...(retention ? [keepEarlierText(earlier)] : []), ...mark.writes],
        announce: mark.announce,
      });
      return presentDocument(updated);
    }),
  ),
);
