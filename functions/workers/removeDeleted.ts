import type { Context } from 'aws-lambda';
import { consumer } from '../../shared/queues/consumer.ts';
import { removeDeletedMessage } from '../../shared/queues/messages.ts';
import { updateCopies } from './removeDeleted/copies.ts';
import { removeDocument } from './removeDeleted/document.ts';
import { removeGroup } from './removeDeleted/group.ts';
import { removeOrganization } from './removeDeleted/organization.ts';
import { removeBelow, removeRoom } from './removeDeleted/room.ts';
import { removeVersion } from './removeDeleted/version.ts';

/**
 * The time that an invocation reserves for its current page of items, which takes a second or two. The next invocation removes the rest.
 */
const reservedMilliseconds = 15_000;

/**
 * Removes a deleted version, the entries of a deleted group, what was in a deleted room or below a removed item of a room, or a deleted
 * document or organization that can no longer be restored. The worker can be killed at any point, because each step can be repeated. An
 * item is removed after everything that it leads to, and the deleted record is removed last. Until then, the due index starts the removal
 * again.
 */
export const handler = consumer(removeDeletedMessage, (deleted, context: Context) => {
  const isOver = () => context.getRemainingTimeInMillis() < reservedMilliseconds;
  if ('organization_id' in deleted) {
    const { organization_id, group_id, room_id, removal } = deleted;
    if (group_id) return removeGroup(organization_id, group_id, isOver);
    if (!room_id) return removeOrganization(organization_id, isOver);
    return removal
      ? removeBelow(organization_id, room_id, removal, isOver)
      : removeRoom(organization_id, room_id, isOver);
  }
  const { document_id, version_id, copies } = deleted;
  if (copies) return updateCopies({ document_id, copies });
  return version_id ? removeVersion(document_id, version_id, isOver) : removeDocument(document_id, isOver);
});
