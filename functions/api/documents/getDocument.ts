import { readable } from '../../../shared/access/documents.ts';
import { getDocument } from '../../../shared/contract/operations/documents.ts';
import * as documents from '../../../shared/data/documents/documents.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentDocument } from '../../../shared/presentation/present.ts';

export const handler = operation(getDocument, async ({ principal, path }) => {
  const document = readable(await documents.getDocument(path.document_id), principal);
  return presentDocument(document);
});
