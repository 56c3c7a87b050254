import { documentAccessRequest } from '../../contract/resources/accessRequest.ts';
import { share as shareSchema } from '../../contract/resources/share.ts';
import { listOfDocument } from '../../data/activity/activityLists.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import type { NamedAccessRequest } from '../../data/shares/accessRequests.ts';
import type { CountedShare } from '../../data/shares/countedShares.ts';
import { presentAccessRequest, presentShare } from '../../presentation/present.ts';
import { type By, type ChangeRecord, entryOf, ofDocument, type ShareEventType } from './record.ts';

/** Returns the record of a share. The address of the share is in the event, and in the part of the entry that can be erased. */
export const shareRecord = (
  type: ShareEventType,
  share: CountedShare,
  document: DocumentItem,
  by: By,
): ChangeRecord =>
  ofDocument(
    document,
    type,
    by,
    { details: { share_id: share.id, expires_at: share.expires_at }, address: share.email },
    () => [shareSchema, presentShare(share)],
  );

/** Returns the record of a share that its reader ended. Endpoints receive the event of a share that was withdrawn. */
export function shareEndedRecord(share: CountedShare, document: DocumentItem, by: By): ChangeRecord {
  const record = shareRecord('document.unshared', share, document, by);
  return { ...record, entry: { ...record.entry, type: 'document.share_ended' } };
}

/** Returns the record of another mail about a share. It has no event. */
export const shareSentRecord = (share: CountedShare, document: DocumentItem, by: By): ChangeRecord => ({
  entry: entryOf('document.share_sent', document.organization_id, by, {
    document_id: document.id,
    details: { share_id: share.id },
    address: share.email,
  }),
  list: listOfDocument(document),
  event: null,
  publisher: null,
});

/** Returns the record of a request for access. The person's address is in the event, and in the part of the entry that can be erased. */
export const accessRequestRecord = (
  request: NamedAccessRequest,
  document: DocumentItem,
  by: By,
): ChangeRecord =>
  ofDocument(
    document,
    'document.access_requested',
    by,
    { details: { request_id: request.id }, address: request.email },
    () => [documentAccessRequest, { document_id: document.id, ...presentAccessRequest(request) }],
  );
