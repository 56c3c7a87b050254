import type { DocumentId, RoomId } from '../../contract/identifiers.ts';
import type { RoomItem } from '../../contract/resources/room.ts';
import { type DocumentItem, getDocuments } from '../../data/documents/documents.ts';
import type { Frame } from '../../data/rooms/frame.ts';
import { getFrameToChange } from '../../data/rooms/frameToChange.ts';
import type { GivenItem, RoomLimit } from '../../data/rooms/givenItems.ts';
import { noteInRooms } from '../../data/rooms/inRooms.ts';
import { getPlaces, type PlaceRecord } from '../../data/rooms/items.ts';
import { replaceRoom } from '../../data/rooms/rooms.ts';
import { inStages, writesOf } from '../../data/rooms/staging.ts';
import { ConflictError, retryInTurn } from '../../data/table/conflict.ts';
import { loadAudience } from '../../events/audience.ts';
import { commitChange } from '../../events/commitChange.ts';
import type { By } from '../../events/records/record.ts';
import { itemsAddedRecord } from '../../events/records/rooms.ts';
import type { Answering } from '../answering.ts';
import { type Refused, refuse } from '../refusal.ts';
import { Contents } from './contents.ts';
import { newItems, withAdded } from './newItems.ts';
import { NotThere } from './order.ts';
import { limitAfter } from './roomLimits.ts';

/** What somebody may do with a document. null: not even know of it. */
export type RightToDocument = 'change' | 'read' | null;

interface AddItems {
  readonly roomId: RoomId;
  readonly items: readonly GivenItem[];
  /** Returns the frame if the caller manages the room; throws the caller's error otherwise. */
  readonly permitted: (found: Frame | undefined) => Frame | Promise<Frame>;
  readonly rightTo: (document: DocumentItem) => RightToDocument;
  readonly by: By;
}

type Refusal =
  | Refused<'no_folder' | 'nothing_to_come_after' | 'in_room_already', number>
  | Refused<'no_document' | 'document_of_others', number>
  | Refused<'too_many', RoomLimit>;

/**
 * Adds items to a room, all or none. The transaction replaces the room, so that each change of the tree is decided by the one before. If
 * the items are too many for one transaction, nobody sees them before the last one. Refusals name the place of an item in the request.
 */
export const addItems = <A>(
  { roomId, items, permitted, rightTo, by }: AddItems,
  answering: Answering<readonly RoomItem[], A>,
): Promise<A | Refusal> =>
  retryInTurn(roomId, async () => {
    const frame = await permitted(await getFrameToChange(roomId));
    const { room } = frame;
    const documentIds = items.flatMap((item) => ('document_id' in item ? item.document_id : []));
    const [contents, found, places, audience] = await Promise.all([
      Contents.around(frame, [...new Set(items.map(({ parent_id }) => parent_id))]),
      getDocuments(documentIds),
      getPlaces(roomId, documentIds),
      loadAudience(room.organization_id),
    ]);
    const own = found.filter(({ organization_id }) => organization_id === room.organization_id);
    const given = { items, contents, documents: byId(own), places: byDocument(places) };
    const refusal = refusalOf(given, rightTo);
    if (refusal) return refusal;
    const limit = limitAfter(items, contents);
    if (limit) return refuse('too_many', limit);

    const documents = byId(await noteInRooms(own));
    if (documents.size < own.length) throw new ConflictError('a document was deleted meanwhile');
    const added = newItems({ ...given, documents });
    if (added instanceof NotThere) return refuse('nothing_to_come_after', added.index);

    const titles = new Map([...documents].map(([id, { title }]) => [id, title]));
    const shown = contents.with(added).present(added.ids, titles);
    const records = [itemsAddedRecord(room, shown, by)] as const;
    const writes = writesOf(room, added.stored);
    return answering(shown, (beside) =>
      writes
        ? commitChange({
            audience,
            records,
            writes: [replaceRoom(withAdded(room, added)), ...writes, ...beside],
          })
        : inStages(room, added.stored, (held) =>
            commitChange({ audience, records, writes: [replaceRoom(withAdded(held, added)), ...beside] }),
          ),
    );
  });

const byId = (documents: readonly DocumentItem[]) =>
  new Map(documents.map((document) => [document.id, document]));
const byDocument = (places: readonly PlaceRecord[]) =>
  new Map(places.map((place) => [place.document_id, place]));

interface Given {
  readonly items: readonly GivenItem[];
  readonly contents: Contents;
  readonly documents: ReadonlyMap<DocumentId, DocumentItem>;
  readonly places: ReadonlyMap<DocumentId, PlaceRecord>;
}

/** Returns why the first of the items that cannot be added cannot; undefined: all can, unless their order is wrong. */
function refusalOf(
  { items, contents, documents, places }: Given,
  rightTo: AddItems['rightTo'],
): Refusal | undefined {
  const named = new Set<DocumentId>();
  for (const [index, item] of items.entries()) {
    if (!contents.has(item.parent_id)) return refuse('no_folder', index);
    if (!('document_id' in item)) continue;
    const { document_id } = item;
    const document = documents.get(document_id);
    const right = document ? rightTo(document) : null;
    if (right === null) return refuse('no_document', index);
    if (right === 'read') return refuse('document_of_others', index);
    const place = places.get(document_id);
    // A place in a folder that was removed is no place in the room any more.
    if (named.has(document_id) || (place && contents.has(place.parent_id)))
      return refuse('in_room_already', index);
    named.add(document_id);
  }
  return undefined;
}
