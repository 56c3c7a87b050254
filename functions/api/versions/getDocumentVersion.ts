import { getDocumentVersion } from '../../../shared/contract/operations/versions.ts';
import { getDocumentAndVersion } from '../../../shared/data/versions.ts';
import { noSuchVersion, readable } from '../../../shared/http/access.ts';
import { existing } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentVersion } from '../../../shared/present.ts';

export const handler = operation(getDocumentVersion, async ({ principal, path }) => {
  const { document, version } = await getDocumentAndVersion(path.document_id, path.version_id);
  readable(document, principal);
  return presentVersion(existing(version, noSuchVersion));
});
