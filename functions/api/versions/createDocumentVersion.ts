import { changeable, stillChangeable } from '../../../shared/access/documents.ts';
import { withinQuota } from '../../../shared/access/quotas.ts';
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
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { loadAudience } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { documentChange, versionRecord } from '../../../shared/events/records/documents.ts';
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
    const { size_bytes, file_name, upload } = file;
    const notify_readers = body.notify_readers === 'true' || undefined;
    const added = { id: newId('ver'), size_bytes, file_name, upload, title, description, notify_readers };
    const tenant = tenantOf(before);

    return withinQuota({ tenant, documents: 0, stored_bytes: size_bytes }, async () => {
      const [audience] = await Promise.all([loadAudience(before.organization_id), file.store(added.id)]);
      return retryOnConflict(async () => {
        // The first attempt uses the document that is already loaded. After a conflict, the document is loaded again.
        const document = loaded ?? (await load());
        loaded = undefined;

        const next = withNewVersion(document, added);
        const given = { ...added, number: lastVersionNumber(next), created_by: principal.user };
        const version = newVersion(document, given, Date.now());
        return answer(presentVersion(version), async (kept) =>
          commitChange({
            audience,
            records: [
              versionRecord('version.created', version, next, principal),
              documentChange(document, next, principal),
            ],
            writes: [replaceDocument(next), createVersion(version), ...(await file.claim()), ...kept],
            announce: () => announceVersion(version, tenant),
          }),
        );
      });
    });
  }),
  { guard: notByShare(stillChangeable(getDocument)) },
);
