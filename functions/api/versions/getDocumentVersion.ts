import { noSuchVersion, readable } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { getDocumentVersion } from '../../../shared/contract/operations/versions.ts';
import { getDocumentAndVersion } from '../../../shared/data/documents/versions.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentVersion } from '../../../shared/presentation/present.ts';

export const handler = operation(getDocumentVersion, async ({ principal, path }) => {
  const { document, version } = await getDocumentAndVersion(path.document_id, path.version_id);
  readable(document, principal);
  return presentVersion(existing(version, noSuchVersion));
});
