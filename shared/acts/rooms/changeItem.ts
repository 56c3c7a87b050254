import { isDeepStrictEqual } from 'node:util';
import type { RoomId, RoomItemId } from '../../contract/identifiers.ts';
import { folderItemsMax } from '../../contract/limits.ts';
import type { RoomItem, RoomItemState } from '../../contract/resources/room.ts';
import { utcTime } from '../../contract/text.ts';
import type { Frame } from '../../data/rooms/frame.ts';
import { getFrameToChange } from '../../data/rooms/frameToChange.ts';
import type { After, RoomLimit } from '../../data/rooms/givenItems.ts';
import {
  type FolderRecord,
  movePlaced,
  type PlacedDocument,
  replaceFolder,
  replacePlaced,
} from '../../data/rooms/items.ts';
import { type RoomRecord, replaceRoom } from '../../data/rooms/rooms.ts';
import type { Write } from '../../data/table/commit.ts';
import { retryInTurn } from '../../data/table/conflict.ts';
import { loadAudience } from '../../events/audience.ts';
import { commitChange } from '../../events/commitChange.ts';
import type { By } from '../../events/records/record.ts';
import { itemUpdateRecord } from '../../events/records/rooms.ts';
import { type Refused, refuse } from '../refusal.ts';
import { countElsewhere } from './counts.ts';
import { NotThere, ordersAmong } from './order.ts';
import { type FoundItem, findItem, type StoredItem } from './storedItem.ts';

interface ItemChange {
  /** Default: it stays in its folder. null: the top */
  readonly parent_id?: RoomItemId | null | undefined;
  /** Default: it stays at its place; in another folder, or in a folder that is named, it comes last. */
  readonly after?: After;
  readonly name?: string | undefined;
  readonly state?: RoomItemState | undefined;
  /** null: it is shown at once. */
  readonly opens_at?: string | null | undefined;
}

interface ChangeItem {
  readonly roomId: RoomId;
  readonly itemId: RoomItemId;
  readonly change: ItemChange;
  /** Returns the frame if the caller manages the room; throws the caller's error otherwise. */
  readonly permitted: (found: Frame | undefined) => Frame | Promise<Frame>;
  /** Throws if the item is not in the state that the caller expects. */
  readonly guard: (item: RoomItem) => void;
  readonly by: By;
}

type PlaceRefusal = Refused<'no_folder' | 'nothing_to_come_after' | 'into_itself' | 'after_itself'>;

/**
 * Changes an item of a room, and returns it. Only a move changes the structure of the tree: its transaction also replaces the room, so that
 * no other move can make a circle of it.
 */
export const changeItem = ({
  roomId,
  itemId,
  change,
  permitted,
  guard,
  by,
}: ChangeItem): Promise<
  RoomItem | PlaceRefusal | Refused<'no_item' | 'name_of_document'> | Refused<'too_many', RoomLimit>
> =>
  retryInTurn(roomId, async () => {
    const frame = await permitted(await getFrameToChange(roomId));
    const { room } = frame;
    const [found, audience] = await Promise.all([
      findItem(frame, itemId, { otherParent: change.parent_id }),
      loadAudience(room.organization_id),
    ]);
    if (!found) return refuse('no_item');
    const { item, contents, shown, titles } = found;
    guard(shown);
    if (change.name !== undefined && item.kind === 'document') return refuse('name_of_document');
    const place = placeOf(found, itemId, change);
    if ('refused' in place) return place;
    const limit = limitOf(found, place.parent_id);
    if (limit) return refuse('too_many', limit);

    const next = changed(item, { ...change, ...place });
    const after = contents.with(
      next.kind === 'folder' ? { folders: [next.folder] } : { documents: [next.document] },
    );
    const [result] = after.present([itemId], titles);
    if (!result) return refuse('no_item');
    if (isDeepStrictEqual(next, item)) return shown;
    await commitChange({
      audience,
      records: [itemUpdateRecord(room, shown, result, by)],
      writes: [...(place.isMove ? [replaceRoom(movedIn(room, item, place))] : []), ...writesOf(found, next)],
    });
    return result;
  });

interface Place {
  readonly parent_id: RoomItemId | null;
  readonly order: string;
  /** Whether it differs from the item's present place. */
  readonly isMove: boolean;
}

const stored = (item: StoredItem): FolderRecord | PlacedDocument =>
  item.kind === 'folder' ? item.folder : item.document;

/** Returns the place that an item gets, or why it cannot get it. */
function placeOf(
  { item, contents }: FoundItem,
  itemId: RoomItemId,
  { parent_id, after }: ItemChange,
): Place | PlaceRefusal {
  const before = stored(item);
  const parentId = parent_id === undefined ? before.parent_id : parent_id;
  if (!contents.has(parentId)) return refuse('no_folder');
  if (contents.tree.pathTo(parentId).some(({ id }) => id === itemId)) return refuse('into_itself');
  if (after === itemId) return refuse('after_itself');
  if (parent_id === undefined && after === undefined)
    return { parent_id: before.parent_id, order: before.order, isMove: false };

  const all = contents.children(parentId);
  const others = all.filter(({ id }) => id !== itemId);
  const [order] = orderOf(ordersAmong(others, [after]));
  if (order === undefined) return refuse('nothing_to_come_after');
  const isThere = others.length < all.length;
  // The same neighbours: it stays where it is.
  const isSame = isThere && others.every((one) => one.order < order === one.order < before.order);
  return isSame
    ? { parent_id: parentId, order: before.order, isMove: false }
    : { parent_id: parentId, order, isMove: true };
}

const orderOf = (orders: readonly string[] | NotThere): readonly string[] =>
  orders instanceof NotThere ? [] : orders;

/** Returns the limit that a move would exceed; undefined: none. */
function limitOf({ item, contents }: FoundItem, parentId: RoomItemId | null): RoomLimit | undefined {
  if (stored(item).parent_id === parentId) return undefined;
  if (contents.children(parentId).length >= folderItemsMax) return 'items of a folder';
  return item.kind === 'folder' && contents.isTooDeep(parentId, item.folder.id) ? 'levels' : undefined;
}

/** Returns an item with its new fields. */
function changed(
  item: StoredItem,
  { name, state, opens_at, parent_id, order }: ItemChange & Omit<Place, 'isMove'>,
): StoredItem {
  const before = stored(item);
  const fields = {
    parent_id,
    order,
    state: state ?? before.state,
    opens_at: opens_at === undefined ? before.opens_at : opens_at && utcTime(opens_at),
  };
  return item.kind === 'folder'
    ? { ...item, folder: { ...item.folder, ...fields, name: name ?? item.folder.name } }
    : { ...item, document: { ...item.document, ...fields } };
}

/** Returns a room after the move of an item. */
const movedIn = (room: RoomRecord, item: StoredItem, { parent_id }: Place): RoomRecord =>
  item.kind === 'folder'
    ? room
    : {
        ...room,
        documents_at_top:
          room.documents_at_top + Number(parent_id === null) - Number(item.document.parent_id === null),
      };

function writesOf({ item, contents }: FoundItem, next: StoredItem): Write[] {
  const { room } = contents;
  if (next.kind === 'folder') return [replaceFolder(room.id, next.folder)];
  if (item.kind === 'folder') return [];
  const { document } = next;
  if (document.parent_id === item.document.parent_id) return [replacePlaced(room.id, document)];
  return [
    ...movePlaced(item.document, document, item.place),
    ...countElsewhere(contents, item.document, document),
  ];
}
