import { getDocument } from '../../../shared/contract/operations/documents.ts';
import * as documents from '../../../shared/data/documents/documents.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentDocument, toReader } from '../../../shared/presentation/present.ts';
import { factsFor } from '../../../shared/reading/facts.ts';

export const handler = operation(getDocument, async (request) => {
  const found = await documents.getDocument(request.path.document_id);
  const standing = await factsFor(request, found);
  return toReader(presentDocument(standing.document), standing);
});
