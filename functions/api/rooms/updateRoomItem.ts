import { wrongField } from '../../../shared/access/errors.ts';
import {
  limitExceeded,
  nameOfDocument,
  notAFolder,
  nothingToComeAfter,
} from '../../../shared/access/roomItems.ts';
import { noSuchItem } from '../../../shared/access/rooms.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { changeItem } from '../../../shared/acts/rooms/changeItem.ts';
import { updateRoomItem } from '../../../shared/contract/operations/rooms.ts';
import { operation } from '../../../shared/http/operation.ts';
import { managed } from '../../../shared/reading/rooms/managed.ts';

export const handler = operation(updateRoomItem, async ({ principal, path, body, checkPreconditions }) => {
  const outcome = await changeItem({
    roomId: path.room_id,
    itemId: path.item_id,
    change: body,
    permitted: managed(principal),
    guard: checkPreconditions,
    by: principal,
  });
  return accepted(outcome, {
    no_item: noSuchItem,
    name_of_document: () => wrongField('name', nameOfDocument),
    no_folder: () => wrongField('parent_id', notAFolder, body.parent_id),
    into_itself: () => wrongField('parent_id', 'cannot be the folder itself, or below it', body.parent_id),
    nothing_to_come_after: () => wrongField('after', nothingToComeAfter, body.after),
    after_itself: () => wrongField('after', 'cannot be the item itself', body.after),
    too_many: limitExceeded,
  });
});
