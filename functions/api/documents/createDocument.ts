import { possibleLevel } from '../../../shared/access/documents.ts';
import { createDocument } from '../../../shared/contract/operations/documents.ts';
import * as documents from '../../../shared/data/documents/documents.ts';
import { createVersion, newVersion } from '../../../shared/data/documents/versions.ts';
import { getOrganization } from '../../../shared/data/organizations/organizations.ts';
import { audienceOf } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { documentRecord, versionRecord } from '../../../shared/events/records/documents.ts';
import { commitUpload } from '../../../shared/http/commitUpload.ts';
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
  const given = { organization_id, title, description, access_level, created_by: user };
  const tenant = tenantOf(given);
  let made: documents.DocumentItem | undefined;

  return commitUpload({
    quota: { tenant, documents: 1 },
    file,
    answer,
    load: async () => (organization_id === null ? undefined : getOrganization(organization_id)),
    change: async (stored, organization) => {
      // The document keeps its id after a conflict, so that it cannot be made twice.
      made ??= documents.newDocument(given, organization, stored);
      const document = made;
      const first = { ...stored, number: 1, created_by: user, title: null, description: null };
      const version = newVersion(document, first, Date.now());
      return {
        response: presentDocument(document),
        commit: (beside) =>
          commitChange({
            audience: organization && audienceOf(organization),
            records: [
              documentRecord('document.created', document, principal),
              versionRecord('version.created', version, document, principal),
            ],
            writes: [documents.createDocument(document), createVersion(version), ...beside],
            announce: () => announceVersion(version, tenant),
          }),
      };
    },
  });
});
