import { noSuchVersion } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { getDocumentVersion } from '../../../shared/contract/operations/versions.ts';
import { getDocumentAndVersion } from '../../../shared/data/documents/versions.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentVersion, toReader } from '../../../shared/presentation/present.ts';
import { factsFor } from '../../../shared/reading/facts.ts';

export const handler = operation(getDocumentVersion, async (request) => {
  const { path } = request;
  const { document, version } = await getDocumentAndVersion(path.document_id, path.version_id);
  const standing = await factsFor(request, document);
  return toReader(presentVersion(existing(version, noSuchVersion)), standing);
});
