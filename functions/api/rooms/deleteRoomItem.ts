import { noSuchItem } from '../../../shared/access/rooms.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { removeItem } from '../../../shared/acts/rooms/removeItem.ts';
import { deleteRoomItem } from '../../../shared/contract/operations/rooms.ts';
import { operation } from '../../../shared/http/operation.ts';
import { managed } from '../../../shared/reading/rooms/managed.ts';

export const handler = operation(deleteRoomItem, async ({ principal, path, checkPreconditions }) => {
  const outcome = await removeItem({
    roomId: path.room_id,
    itemId: path.item_id,
    permitted: managed(principal),
    guard: checkPreconditions,
    by: principal,
  });
  accepted(outcome, { no_item: noSuchItem });
  return {};
});
