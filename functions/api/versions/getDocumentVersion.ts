import { noSuchVersion } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { getDocumentVersion } from '../../../shared/contract/operations/versions.ts';
import { getDocumentAndVersion } from '../../../shared/data/documents/versions.ts';
import { operation } from '../../../shared/http/operation.ts';
import { readableOrShared } from '../../../shared/pages/readableOrShared.ts';
import { presentVersion, withoutName } from '../../../shared/presentation/present.ts';

export const handler = operation(getDocumentVersion, async ({ principal, path }) => {
  const { document, version } = await getDocumentAndVersion(path.document_id, path.version_id);
  const { byShare } = await readableOrShared(path.document_id, document, principal);
  const shown = presentVersion(existing(version, noSuchVersion));
  return byShare ? withoutName(shown) : shown;
});
