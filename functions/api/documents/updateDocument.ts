import { updateDocument } from '../../../shared/contract/operations/documents.ts';
import { retryInTurn } from '../../../shared/data/conflict.ts';
import { getDocument, replaceDocument } from '../../../shared/data/documents.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { lookForAudience } from '../../../shared/events/outbox.ts';
import { documentRecord } from '../../../shared/events/records.ts';
import { changeable } from '../../../shared/http/access.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentDocument } from '../../../shared/present.ts';

export const handler = operation(updateDocument, ({ principal, path, body, checkPreconditions }) =>
  retryInTurn(path.document_id, async () => {
    const [found, audience] = await Promise.all([
      getDocument(path.document_id),
      lookForAudience(principal.organization_id),
    ]);
    const document = changeable(found, principal);
    checkPreconditions(presentDocument(document));

    const title = body.title ?? document.title;
    const description = body.description === undefined ? document.description : body.description;
    if (title === document.title && description === document.description) return presentDocument(document);

    const updated = { ...document, title, description };
    await commitChange({
      audience,
      records: [documentRecord('document.updated', updated, principal)],
      writes: [replaceDocument(updated)],
    });
    return presentDocument(updated);
  }),
);
