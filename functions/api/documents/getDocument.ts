import { getDocument } from '../../../shared/contract/operations/documents.ts';
import * as documents from '../../../shared/data/documents/documents.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentDocument, withoutName } from '../../../shared/presentation/present.ts';
import { factsFor } from '../../../shared/reading/facts.ts';

export const handler = operation(getDocument, async (request) => {
  const found = await documents.getDocument(request.path.document_id);
  const { document, seesNames } = await factsFor(request, found);
  const shown = presentDocument(document);
  return seesNames ? shown : withoutName(shown);
});
