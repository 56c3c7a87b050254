import * as z from 'zod/mini';
import {
  type DocumentId,
  type RoomId,
  type RoomItemId,
  roomId as roomIdSchema,
} from '../../contract/identifiers.ts';
import { findDocuments } from '../documents/deletedDocuments.ts';
import { getDocuments } from '../documents/documents.ts';
import type { Key } from '../keys/key.ts';
import {
  accessPrefix,
  folderPrefix,
  gatedRoomKey,
  gatePrefix,
  placePrefix,
  removedRoomKey,
  roomKey,
} from '../keys/rooms.ts';
import { parseItem } from '../table/parse.ts';
import { countFirst, type Item, queryItems, readAll, scanAs, under } from '../table/read.ts';
import { table } from '../table/table.ts';
import { accessRecord } from './access.ts';
import { withFinished } from './frame.ts';
import { gateRecord } from './gate.ts';
import { folderRecord, itemOfDocument, placedDocument, placeRecord } from './items.ts';
import { getRoom, type RoomRecord } from './rooms.ts';
import { treeOf } from './tree.ts';

/** Lists the ids of all rooms, in pages: for operators. */
export async function* scanRooms(): AsyncGenerator<RoomId[]> {
  const { sk } = roomKey(`room_${'0'.repeat(26)}`);
  const scan = {
    FilterExpression: `${table.sortKey} = :room`,
    ProjectionExpression: 'id',
    ExpressionAttributeValues: { ':room': sk },
    ConsistentRead: true,
  };
  for await (const page of scanAs(z.object({ id: roomIdSchema }), scan)) yield page.map(({ id }) => id);
}

/** A room is read again at most this many times while it changes. */
const readsMax = 5;

/**
 * Returns what is wrong with the items of a room, each as a few words: counts that do not add up, items that cannot be reached, documents
 * without their place or that do not exist. A restored table can have this, because a restore is no transaction. Nothing is wrong while
 * requests change the room, or while a worker removes what was below a removed item.
 */
export async function faultsOfRoom(roomId: RoomId): Promise<string[]> {
  for (let read = 0; read < readsMax; read++) {
    const room = await getRoom(roomId);
    if (!room || room.staged || (await isBeingCleaned(room))) return [];
    const items = await queryItems(allIn(roomKey(roomId)));
    const missing = await missingIn(items);
    if ((await getRoom(roomId))?.revision === room.revision) return faultsIn(room, items, missing);
  }
  return [];
}

const allIn = ({ pk }: Key) => ({
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk },
  ConsistentRead: true,
});

/** The removals of items have keys behind that of the room itself. */
const isBeingCleaned = async ({ organization_id, id }: RoomRecord): Promise<boolean> => {
  const { pk, sk } = removedRoomKey(organization_id, id);
  return (await countFirst(under({ pk }, sk), 1)) > 0;
};

const among = <S extends z.ZodMiniObject>(items: readonly Item[], schema: S, prefix: string): z.output<S>[] =>
  items.filter(({ sk }) => String(sk).startsWith(prefix)).map((item): z.output<S> => parseItem(schema, item));

/**
 * Returns those documents of a room that are neither there nor deleted. A release before 1.1.0 removes documents and leaves their places.
 */
async function missingIn(items: readonly Item[]): Promise<DocumentId[]> {
  const ids = among(items, placedDocument, 'IN#').map(({ document_id }) => document_id);
  const present = new Set((await getDocuments(ids)).map(({ id }) => id));
  const others = ids.filter((id) => !present.has(id));
  const deleted = new Set((await findDocuments(others)).map(({ id }) => id));
  return others.filter((id) => !deleted.has(id));
}

async function faultsIn(
  room: RoomRecord,
  items: readonly Item[],
  missing: readonly DocumentId[],
): Promise<string[]> {
  const of = <S extends z.ZodMiniObject>(schema: S, prefix: string) => among(items, schema, prefix);
  const folders = of(folderRecord, folderPrefix).map((folder) => withFinished(folder, room));
  const documents = of(placedDocument, 'IN#');
  const places = new Map(of(placeRecord, placePrefix).map((place) => [place.document_id, place]));
  const tree = treeOf(folders);
  const byParent = Map.groupBy(documents, ({ parent_id }) => parent_id);
  const within = (parentId: RoomItemId | null) => byParent.get(parentId)?.length ?? 0;
  const placed = new Set(documents.map(({ document_id }) => document_id));
  const added = new Map<string, string>([
    ...folders.map(({ id, created_at }) => [id, created_at] as const),
    ...documents.map(({ document_id, added }) => [itemOfDocument(document_id), added] as const),
  ]);
  const gate = of(gateRecord, gatePrefix);
  const gated = await readAll(
    gate.map(({ policy }) => gatedRoomKey(room.organization_id, policy.id, room.id)),
  );
  return [
    ...[...folders, ...documents]
      .filter(({ parent_id }) => !tree.has(parent_id))
      .map((item) => `${nameOf(item)} is in no folder of the room`),
    ...documents
      .filter(({ document_id, parent_id, added }) => {
        const place = places.get(document_id);
        return place?.parent_id !== parent_id || place.added !== added;
      })
      .map((item) => `${nameOf(item)} has another place`),
    ...missing.map((id) => `${id} is in the room, and does not exist`),
    ...[...places.keys()].filter((id) => !placed.has(id)).map((id) => `${id} has a place and is not there`),
    ...folders
      .filter(({ id, document_count }) => document_count !== within(id))
      .map(({ id, document_count }) => `${id} has ${within(id)} documents, and counts ${document_count}`),
    ...counted('folders', folders.length, room.folder_count),
    ...counted('documents', documents.length, room.document_count),
    ...counted('documents at the top', within(null), room.documents_at_top),
    ...of(accessRecord, accessPrefix)
      .filter(({ item_id, item_added }) => item_id !== null && added.get(item_id) !== item_added)
      .map(({ id }) => `${id} is about an item that is not there`),
    ...gate
      .filter((_, index) => gated[index] === undefined)
      .map(({ policy }) => `${policy.id} is at the gate, and does not know the room`),
  ];
}

const nameOf = (item: { readonly id: RoomItemId } | { readonly document_id: `doc_${string}` }): string =>
  'id' in item ? item.id : item.document_id;

const counted = (what: string, there: number, count: number): string[] =>
  there === count ? [] : [`the room has ${there} ${what}, and counts ${count}`];
