import { getDocument } from '../../../shared/contract/operations/documents.ts';
import * as documents from '../../../shared/data/documents/documents.ts';
import { operation } from '../../../shared/http/operation.ts';
import { readableOrShared } from '../../../shared/pages/readableOrShared.ts';
import { presentDocument, withoutName } from '../../../shared/presentation/present.ts';

export const handler = operation(getDocument, async ({ principal, path }) => {
  const found = await documents.getDocument(path.document_id);
  const { document, byShare } = await readableOrShared(path.document_id, found, principal);
  const shown = presentDocument(document);
  return byShare ? withoutName(shown) : shown;
});
