import type {
  DocumentId,
  GroupId,
  OrganizationId,
  RoomId,
  Ulid,
  VersionId,
} from '../contract/identifiers.ts';
import { environment } from '../runtime/environment.ts';
import { log } from '../runtime/log.ts';
import { sendMessage } from './client.ts';
import { groupOfSwept } from './groups.ts';
import type { RemoveDeletedMessage } from './messages.ts';

const queueUrl = environment('removalsQueueUrl');

/** Sends the message to remove a deleted version, group, room, item of a room, document or organization. */
export async function sendRemoveDeleted(deleted: RemoveDeletedMessage, delaySeconds = 0): Promise<void> {
  const message: RemoveDeletedMessage =
    'document_id' in deleted
      ? { document_id: deleted.document_id, version_id: deleted.version_id, copies: deleted.copies }
      : {
          organization_id: deleted.organization_id,
          group_id: deleted.group_id,
          room_id: deleted.room_id,
          removal: deleted.removal,
        };
  await sendMessage(queueUrl(), message, groupOfSwept, delaySeconds);
}

/** Sends the message to remove a version that was just deleted. Never throws, because the sweep sends a lost message again. */
export const announceDeletedVersion = (deleted: {
  readonly document_id: DocumentId;
  readonly version_id: VersionId;
}): Promise<void> => announce(deleted);

/** Sends the message to remove the entries of a group that was just deleted. Never throws. */
export const announceDeletedGroup = (deleted: {
  readonly organization_id: OrganizationId;
  readonly group_id: GroupId;
}): Promise<void> => announce(deleted);

/** Sends the message to remove what was in a room that was just deleted, or below an item that was just removed. Never throws. */
export const announceRemovedFromRoom = (removed: {
  readonly organization_id: OrganizationId;
  readonly room_id: RoomId;
  /** Absent: the room itself was deleted. */
  readonly removal?: Ulid;
}): Promise<void> => announce(removed);

/** By then, the index shows the places in rooms that were written just before the change. */
const placesShownSeconds = 3;

/** Sends the messages to update the copies of a document's state in rooms, if a change has made them stale. Never throws. */
export async function announceStaleCopies(
  stale: { readonly document_id: DocumentId; readonly copies: Ulid } | undefined,
): Promise<void> {
  if (stale) await Promise.all([announce(stale), announce(stale, placesShownSeconds)]);
}

async function announce(deleted: RemoveDeletedMessage, delaySeconds?: number): Promise<void> {
  await sendRemoveDeleted(deleted, delaySeconds).catch((error: unknown) =>
    log.warn('message not sent; the sweep will send it', { ...deleted, error: String(error) }),
  );
}
