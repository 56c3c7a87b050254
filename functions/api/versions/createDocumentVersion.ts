import { changeable, stillChangeable } from '../../../shared/access/documents.ts';
import { notByShare } from '../../../shared/access/shares.ts';
import { createDocumentVersion } from '../../../shared/contract/operations/versions.ts';
import {
  type DocumentItem,
  getDocument,
  lastVersionNumber,
  replaceDocument,
  withNewVersion,
} from '../../../shared/data/documents/documents.ts';
import { createVersion, newVersion } from '../../../shared/data/documents/versions.ts';
import { loadAudience } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { documentChange, versionRecord } from '../../../shared/events/records/documents.ts';
import { commitUpload } from '../../../shared/http/commitUpload.ts';
import { upload } from '../../../shared/http/upload.ts';
import { presentVersion } from '../../../shared/presentation/present.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import { announceVersion } from '../../../shared/queues/processing.ts';

export const handler = upload(
  createDocumentVersion,
  notByShare(async ({ principal, path, body, file, answer }) => {
    const load = async () => changeable(await getDocument(path.document_id), principal);
    const before = await load();
    let loaded: DocumentItem | undefined = before;
    const { title = null, description = null } = body;
    const notify_readers = body.notify_readers === 'true' || undefined;
    const tenant = tenantOf(before);

    return commitUpload({
      quota: { tenant, documents: 0 },
      file,
      answer,
      load: () => loadAudience(before.organization_id),
      change: async (stored, audience) => {
        // The first attempt uses the document that is already loaded. After a conflict, the document is loaded again.
        const document = loaded ?? (await load());
        loaded = undefined;
        const added = { ...stored, title, description, notify_readers };
        const next = withNewVersion(document, added);
        const given = { ...added, number: lastVersionNumber(next), created_by: principal.user };
        const version = newVersion(document, given, Date.now());
        return {
          response: presentVersion(version),
          commit: (beside) =>
            commitChange({
              audience,
              records: [
                versionRecord('version.created', version, next, principal),
                documentChange(document, next, principal),
              ],
              writes: [replaceDocument(next), createVersion(version), ...beside],
              announce: () => announceVersion(version, tenant),
            }),
        };
      },
    });
  }),
  { guard: notByShare(stillChangeable(getDocument)) },
);
