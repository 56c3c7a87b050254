import { noSuchVersion } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { getDocumentVersion } from '../../../shared/contract/operations/versions.ts';
import { getDocumentAndVersion } from '../../../shared/data/documents/versions.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentVersion, withoutName } from '../../../shared/presentation/present.ts';
import { factsFor } from '../../../shared/reading/facts.ts';

export const handler = operation(getDocumentVersion, async (request) => {
  const { path } = request;
  const { document, version } = await getDocumentAndVersion(path.document_id, path.version_id);
  const { seesNames } = await factsFor(request, document);
  const shown = presentVersion(existing(version, noSuchVersion));
  return seesNames ? shown : withoutName(shown);
});
