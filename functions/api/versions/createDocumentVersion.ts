import { createDocumentVersion } from '../../../shared/contract/operations/versions.ts';
import { commit, retryOnConflict } from '../../../shared/data/commit.ts';
import {
  type DocumentItem,
  getDocument,
  replaceDocument,
  withNewVersion,
} from '../../../shared/data/documents.ts';
import { createEvent } from '../../../shared/data/events.ts';
import { newId } from '../../../shared/data/ids.ts';
import { createVersion, newVersion } from '../../../shared/data/versions.ts';
import { documentChange, versionEvent } from '../../../shared/events/describe.ts';
import { putUpload } from '../../../shared/files/payloads.ts';
import { changeable } from '../../../shared/http/access.ts';
import { upload } from '../../../shared/http/upload.ts';
import { presentVersion } from '../../../shared/present.ts';
import { announceEvents } from '../../../shared/queues/events.ts';
import { announceVersion } from '../../../shared/queues/processing.ts';

export const handler = upload(createDocumentVersion, async ({ principal, path, body, file }) => {
  const load = async () => changeable(await getDocument(path.document_id), principal);
  let loaded: DocumentItem | undefined = await load();
  const id = newId('ver');
  await putUpload(id, file);

  const { version, events } = await retryOnConflict(async () => {
    // The first try uses what the guard has read; after a conflict it is out of date.
    const document = loaded ?? (await load());
    loaded = undefined;
    const next = withNewVersion(document, id);
    const version = newVersion(
      {
        id,
        document_id: document.id,
        number: next.version_count,
        title: body.title ?? null,
        description: body.description ?? null,
        created_by: principal.user,
      },
      Date.now(),
    );
    const events = [
      ...versionEvent('version.created', version, next, principal),
      ...documentChange(document, next, principal),
    ];
    await commit(replaceDocument(next), createVersion(version), ...events.map(createEvent));
    return { version, events };
  });
  await Promise.all([announceVersion(version), announceEvents(events)]);
  return presentVersion(version);
});
