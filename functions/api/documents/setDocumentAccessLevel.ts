import { setDocumentAccessLevel } from '../../../shared/contract/operations/documents.ts';
import { retryInTurn } from '../../../shared/data/conflict.ts';
import { getDocument, replaceDocument } from '../../../shared/data/documents.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { lookForAudience } from '../../../shared/events/outbox.ts';
import { documentRecord } from '../../../shared/events/records.ts';
import { changeableTo, possibleLevel } from '../../../shared/http/access.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentDocument } from '../../../shared/present.ts';

export const handler = operation(setDocumentAccessLevel, ({ principal, path, body, checkPreconditions }) =>
  retryInTurn(path.document_id, async () => {
    const [found, audience] = await Promise.all([
      getDocument(path.document_id),
      lookForAudience(principal.organization_id),
    ]);
    const document = changeableTo(body.access_level, found, principal);
    checkPreconditions(presentDocument(document));
    const access_level = possibleLevel(
      body.access_level,
      document.organization_id,
      'the document belongs to no organization',
    );
    if (access_level === document.access_level) return presentDocument(document);

    const updated = { ...document, access_level };
    await commitChange({
      audience,
      records: [documentRecord('document.updated', updated, principal)],
      writes: [replaceDocument(updated)],
    });
    return presentDocument(updated);
  }),
);
