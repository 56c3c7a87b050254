import type { DocumentId, RoomItemId } from '../../contract/identifiers.ts';
import { utcTime } from '../../contract/text.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import { stateInRooms } from '../../data/rooms/copies.ts';
import type { GivenItem } from '../../data/rooms/givenItems.ts';
import {
  type FolderRecord,
  itemOfDocument,
  type PlacedDocument,
  type PlaceRecord,
} from '../../data/rooms/items.ts';
import type { RoomRecord } from '../../data/rooms/rooms.ts';
import type { NewItems } from '../../data/rooms/staging.ts';
import { createdAt, newId, newUlid } from '../../data/table/ids.ts';
import type { Contents } from './contents.ts';
import { NotThere, ordersAmong } from './order.ts';

/** New items, and how they are stored. */
export interface Added {
  /** In the order of the request. */
  readonly ids: readonly RoomItemId[];
  readonly folders: readonly FolderRecord[];
  readonly documents: readonly PlacedDocument[];
  readonly stored: NewItems;
}

interface Given {
  readonly items: readonly GivenItem[];
  readonly contents: Contents;
  /** The documents of the items, as they are. */
  readonly documents: ReadonlyMap<DocumentId, DocumentItem>;
  /** The places that documents had in folders which were removed. */
  readonly places: ReadonlyMap<DocumentId, PlaceRecord>;
}

/** Returns the records of new items; or which of them is to come after an item that is not there. */
export function newItems({ items, contents, documents, places }: Given): Added | NotThere {
  const orders = ordersOf(items, contents);
  if (orders instanceof NotThere) return orders;

  const folders: FolderRecord[] = [];
  const placed: PlacedDocument[] = [];
  const ids = items.map((item, index) => {
    const { parent_id, state, opens_at } = item;
    const place = {
      parent_id,
      order: orders[index] ?? '',
      state,
      opens_at: opens_at && utcTime(opens_at),
      revision: 1,
    };
    if ('name' in item) {
      const id = newId('itm');
      folders.push({ id, name: item.name, document_count: 0, created_at: createdAt(id), ...place });
      return id;
    }
    const { document_id } = item;
    const copies = stateInRooms(documents.get(document_id), contents.room.organization_id);
    const created_at = new Date().toISOString();
    placed.push({ document_id, added: newUlid(), ...copies, created_at, ...place });
    return itemOfDocument(document_id);
  });
  const parents = [...Map.groupBy(placed, ({ parent_id }) => parent_id)].flatMap(([parentId, list]) => {
    const folder = parentId === null ? undefined : contents.tree.folders.get(parentId);
    return folder ? [[folder, list.length] as const] : [];
  });
  const stored = {
    folders,
    documents: placed.map((one) => [one, places.get(one.document_id)] as const),
    parents,
  };
  return { ids, folders, documents: placed, stored };
}

/** Returns the keys of the order of new items, folder by folder. */
function ordersOf(items: readonly GivenItem[], contents: Contents): readonly string[] | NotThere {
  const orders: string[] = [];
  const byParent = Map.groupBy(items.entries(), ([, { parent_id }]) => parent_id);
  for (const [parentId, inFolder] of byParent) {
    const keys = ordersAmong(
      contents.children(parentId),
      inFolder.map(([, { after }]) => after),
    );
    if (keys instanceof NotThere) return new NotThere(inFolder[keys.index]?.[0] ?? 0);
    for (const [at, [index]] of inFolder.entries()) orders[index] = keys[at] ?? '';
  }
  return orders;
}

/** Returns a room with the counts of new items. */
export const withAdded = (room: RoomRecord, { folders, documents }: Added): RoomRecord => ({
  ...room,
  folder_count: room.folder_count + folders.length,
  document_count: room.document_count + documents.length,
  documents_at_top: room.documents_at_top + documents.filter(({ parent_id }) => parent_id === null).length,
});
