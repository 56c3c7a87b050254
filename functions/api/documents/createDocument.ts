import type { AccessLevel } from '../../../shared/contract/enumerations.ts';
import { createDocument } from '../../../shared/contract/operations/documents.ts';
import { commit } from '../../../shared/data/commit.ts';
import * as documents from '../../../shared/data/documents.ts';
import { createEvent } from '../../../shared/data/events.ts';
import { newId } from '../../../shared/data/ids.ts';
import { getOrganization } from '../../../shared/data/organizations.ts';
import { createVersion, newVersion } from '../../../shared/data/versions.ts';
import { documentEvent, versionEvent } from '../../../shared/events/describe.ts';
import { putUpload } from '../../../shared/files/payloads.ts';
import { invalidRequest } from '../../../shared/http/errors.ts';
import type { Principal } from '../../../shared/http/principal.ts';
import { upload } from '../../../shared/http/upload.ts';
import { presentDocument } from '../../../shared/present.ts';
import { announceEvents } from '../../../shared/queues/events.ts';
import { announceVersion } from '../../../shared/queues/processing.ts';

export const handler = upload(createDocument, async ({ principal, body, file }) => {
  const { user, organization_id } = principal;
  const access_level = accessLevelFor(body.access_level || undefined, principal);

  const versionId = newId('ver');
  const [organization] = await Promise.all([
    organization_id === null ? undefined : getOrganization(organization_id),
    putUpload(versionId, file),
  ]);

  // Named only now: a document's place in the list is when it was created, not when its upload began.
  const document: documents.DocumentItem = {
    id: newId('doc'),
    organization_id,
    organization_name: organization?.name ?? null,
    title: body.title,
    description: body.description ?? null,
    access_level,
    created_by: user,
    processing_status: 'processing',
    current_version: null,
    newest_version_id: versionId,
    version_count: 1,
    entry_page: null,
    revision: 1,
  };
  const version = newVersion(
    {
      id: versionId,
      document_id: document.id,
      number: 1,
      title: null,
      description: null,
      created_by: user,
    },
    Date.now(),
  );

  const events = [
    ...documentEvent('document.created', document, principal),
    ...versionEvent('version.created', version, document, principal),
  ];
  await commit(documents.createDocument(document), createVersion(version), ...events.map(createEvent));
  await Promise.all([announceVersion(version), announceEvents(events)]);
  return presentDocument(document);
});

function accessLevelFor(given: AccessLevel | undefined, { organization_id }: Principal): AccessLevel {
  if (given === 'organization' && organization_id === null)
    throw invalidRequest({
      code: 'invalid_value',
      location: 'body.access_level',
      param: 'access_level',
      message: 'access_level cannot be organization: you do not belong to an organization.',
      value: given,
    });
  return given ?? (organization_id === null ? 'private' : 'organization');
}
