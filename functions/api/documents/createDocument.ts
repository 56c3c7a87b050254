import { possibleLevel } from '../../../shared/access/documents.ts';
import { withinQuota } from '../../../shared/access/quotas.ts';
import { createDocument } from '../../../shared/contract/operations/documents.ts';
import * as documents from '../../../shared/data/documents/documents.ts';
import { createVersion, newVersion } from '../../../shared/data/documents/versions.ts';
import { getOrganization } from '../../../shared/data/organizations/organizations.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { audienceOf } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { documentRecord, versionRecord } from '../../../shared/events/records/documents.ts';
import { upload } from '../../../shared/http/upload.ts';
import { presentDocument } from '../../../shared/presentation/present.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import { announceVersion } from '../../../shared/queues/processing.ts';

export const handler = upload(createDocument, async ({ principal, body, file, answer }) => {
  const { user, organization_id } = principal;
  const { title, description = null } = body;
  const access_level = possibleLevel(
    body.access_level || (organization_id === null ? 'private' : 'organization'),
    organization_id,
    'you do not belong to an organization',
  );

  const { size_bytes, file_name, upload } = file;
  const first = { id: newId('ver'), number: 1, size_bytes, file_name, upload, created_by: user };
  const tenant = tenantOf({ organization_id, created_by: user });
  return withinQuota({ tenant, documents: 1, stored_bytes: size_bytes }, async () => {
    const [organization] = await Promise.all([
      organization_id === null ? undefined : getOrganization(organization_id),
      file.store(first.id),
    ]);

    const given = { organization_id, title, description, access_level, created_by: user };
    const document = documents.newDocument(given, organization, first);
    const version = newVersion(document, { ...first, title: null, description: null }, Date.now());
    // Two requests at the same time conflict if they have the same `Idempotency-Key` or the same upload.
    return retryOnConflict(() =>
      answer(presentDocument(document), async (kept) =>
        commitChange({
          audience: organization && audienceOf(organization),
          records: [
            documentRecord('document.created', document, principal),
            versionRecord('version.created', version, document, principal),
          ],
          writes: [
            documents.createDocument(document),
            createVersion(version),
            ...(await file.claim()),
            ...kept,
          ],
          announce: () => announceVersion(version, tenant),
        }),
      ),
    );
  });
});
