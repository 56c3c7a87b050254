import { updateDocumentVersion } from '../../../shared/contract/operations/versions.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { getDocumentAndVersion, replaceVersion } from '../../../shared/data/versions.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { lookForAudience } from '../../../shared/events/outbox.ts';
import { versionRecord } from '../../../shared/events/records.ts';
import { changeable, noSuchVersion } from '../../../shared/http/access.ts';
import { existing } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentVersion } from '../../../shared/present.ts';

export const handler = operation(updateDocumentVersion, ({ principal, path, body, checkPreconditions }) =>
  retryOnConflict(async () => {
    const [found, audience] = await Promise.all([
      getDocumentAndVersion(path.document_id, path.version_id),
      lookForAudience(principal.organization_id),
    ]);
    const document = changeable(found.document, principal);
    const version = existing(found.version, noSuchVersion);
    checkPreconditions(presentVersion(version));

    const title = body.title === undefined ? version.title : body.title;
    const description = body.description === undefined ? version.description : body.description;
    if (title === version.title && description === version.description) return presentVersion(version);

    const updated = { ...version, title, description };
    await commitChange({
      audience,
      records: [versionRecord('version.updated', updated, document, principal)],
      writes: [replaceVersion(updated)],
    });
    return presentVersion(updated);
  }),
);
