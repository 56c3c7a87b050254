import type { RoomId, RoomItemId } from '../../contract/identifiers.ts';
import type { RoomItem } from '../../contract/resources/room.ts';
import type { Frame } from '../../data/rooms/frame.ts';
import { getFrameToChange } from '../../data/rooms/frameToChange.ts';
import { removeFolder, takeOut } from '../../data/rooms/items.ts';
import { removeBelow } from '../../data/rooms/removal.ts';
import { replaceRoom } from '../../data/rooms/rooms.ts';
import { retryInTurn } from '../../data/table/conflict.ts';
import { newUlid } from '../../data/table/ids.ts';
import { loadAudience } from '../../events/audience.ts';
import { commitChange } from '../../events/commitChange.ts';
import type { By } from '../../events/records/record.ts';
import { itemRecord } from '../../events/records/rooms.ts';
import { announceRemovedFromRoom } from '../../queues/removals.ts';
import { type Refused, refuse } from '../refusal.ts';
import { countNoMore, withoutFolder } from './counts.ts';
import { findItem } from './storedItem.ts';

interface RemoveItem {
  readonly roomId: RoomId;
  readonly itemId: RoomItemId;
  /** Returns the frame if the caller manages the room; throws the caller's error otherwise. */
  readonly permitted: (found: Frame | undefined) => Frame | Promise<Frame>;
  /** Throws if the item is not in the state that the caller expects. */
  readonly guard: (item: RoomItem) => void;
  readonly by: By;
}

/**
 * Removes an item from a room. What is below a folder can be reached no more at once; a worker removes it, and the access entries. Returns
 * undefined.
 */
export const removeItem = ({
  roomId,
  itemId,
  permitted,
  guard,
  by,
}: RemoveItem): Promise<undefined | Refused<'no_item'>> =>
  retryInTurn(roomId, async () => {
    const frame = await permitted(await getFrameToChange(roomId));
    const { room, access } = frame;
    const [found, audience] = await Promise.all([
      findItem(frame, itemId, { withGone: true }),
      loadAudience(room.organization_id),
    ]);
    if (!found) return refuse('no_item');
    guard(found.shown);

    const { item, contents } = found;
    const item_added = item.kind === 'folder' ? item.folder.created_at : item.document.added;
    const { organization_id } = room;
    const hasMore = item.kind === 'folder' || access.some(({ item_id }) => item_id === itemId);
    const removal = newUlid();
    const removed = { organization_id, room_id: roomId, removal, item_id: itemId, item_added };
    await commitChange({
      audience,
      records: [itemRecord('room.item_removed', room, found.shown, by)],
      writes: [
        ...(item.kind === 'folder'
          ? [replaceRoom(withoutFolder(contents, itemId)), removeFolder(roomId, item.folder)]
          : [...countNoMore(contents, item.document), ...takeOut(item.document, item.place)]),
        ...(hasMore ? [removeBelow(removed, Date.now())] : []),
      ],
      ...(hasMore && {
        announce: () => announceRemovedFromRoom({ organization_id, room_id: roomId, removal }),
      }),
    });
    return undefined;
  });
