import { invalidRequest, notFound } from '../../access/errors.ts';
import type { DocumentId } from '../../contract/identifiers.ts';
import { getDocument as operation } from '../../contract/operations/documents.ts';
import { getDocumentAndVersion } from '../../data/documents/versions.ts';
import { countsTimes, getOrganization } from '../../data/organizations/organizations.ts';
import { readerIn, storedName } from '../../data/reading/readers.ts';
import { addSeconds } from '../../data/reading/seenPages.ts';
import { batchIn, sumOf } from '../../data/reading/times.ts';
import { getView } from '../../data/reading/views.ts';
import { countSecondsInRoom } from '../../data/rooms/readers.ts';
import { errorResponse } from '../../http/errorResponse.ts';
import { type HttpResponse, json } from '../../http/response.ts';
import { baseUrl } from '../../presentation/links.ts';
import { nameOfReader } from '../../reading/recording.ts';
import { log } from '../../runtime/log.ts';
import { askingOf, type PageAsking } from '../askingOf.ts';
import type { PageRequest } from '../page.ts';
import { PageError } from '../pageError.ts';

/**
 * Takes the seconds that a reader's browser reports for pages of its view, and answers those that were accepted. Nothing counts for people
 * who manage the document, and in organizations that do not count seconds: such a view is answered as a missing one.
 */
export async function reportTimes(request: PageRequest, id: DocumentId): Promise<HttpResponse> {
  const { headers, form } = request;
  // Requests without a session are checked here too: another site must not report for its visitors.
  if (headers.origin !== new URL(baseUrl()).origin)
    throw new PageError('insufficient_permissions', 'error.otherSite');
  const batch = batchIn(form.get('seconds'));
  if (!batch)
    return errorResponse(
      operation,
      invalidRequest({
        code: 'invalid_value',
        location: 'body.seconds',
        param: 'seconds',
        message: 'seconds must be pages with whole seconds, such as 1:12,3:48.',
        value: form.get('seconds'),
      }),
    );
  const now = Date.now();
  const asking = askingOf(request, id);
  const view = await getView(id, form.get('view') ?? undefined, now);
  const noView = () => errorResponse(operation, notFound('page', 'view'));
  // A preview is never timed.
  const reader = nameOfReader(asking, { isPreview: false });
  if (!view?.timed || view.reader !== reader || view.version_id === null) return noView();
  const { document, version } = await getDocumentAndVersion(id, view.version_id);
  if (!document || !version) return noView();
  const { organization_id } = document;
  const organization = organization_id === null ? null : await getOrganization(organization_id);
  // undefined: the organization is deleted.
  if (organization === undefined || (organization && !countsTimes(organization))) return noView();
  const pageCount = version.file?.page_count ?? 0;
  const accepted = await addSeconds(
    {
      document,
      version_id: view.version_id,
      reader: storedName(readerIn(asking.reader)),
      viewId: view.id,
      batch: new Map([...batch].filter(([page]) => page <= pageCount)),
    },
    now,
  );
  await countForRoom(asking, sumOf(accepted));
  return json(200, { seconds: Object.fromEntries(accepted) });
}

/** Counts accepted seconds for the reader of the room that the page names. A failure is logged only, because the seconds are stored. */
async function countForRoom({ room, documentId, reader }: PageAsking, seconds: number): Promise<void> {
  const reader_id = reader.principal?.user.id;
  if (room === undefined || reader_id === undefined || seconds === 0) return;
  await countSecondsInRoom(room, reader_id, documentId, seconds).catch((error: unknown) =>
    log.error('seconds in a room were not counted', { room_id: room, document_id: documentId, error }),
  );
}
