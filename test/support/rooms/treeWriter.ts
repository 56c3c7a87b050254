/**
 * A process that changes the tree of a room at random: `node treeWriter.ts <room> <seed> <documents, with commas>`. It prints a line for
 * each operation, until it is killed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { addItems } from '../../../shared/acts/rooms/addItems.ts';
import { changeItem } from '../../../shared/acts/rooms/changeItem.ts';
import { removeItem } from '../../../shared/acts/rooms/removeItem.ts';
import { documentIdsIn, type RoomItemId, roomId } from '../../../shared/contract/identifiers.ts';
import { type Frame, getFrame } from '../../../shared/data/rooms/frame.ts';
import type { GivenItem } from '../../../shared/data/rooms/givenItems.ts';
import { getPlaces, itemOfDocument } from '../../../shared/data/rooms/items.ts';
import { ConflictError } from '../../../shared/data/table/conflict.ts';
import { drawsOf } from './random.ts';

const [, , room = '', seed = '', documents = ''] = process.argv;
const id = roomId.parse(room);
const documentIds = documentIdsIn(documents);
const { below, oneOf, chance } = drawsOf(Number(seed));

const shared = {
  roomId: id,
  by: null,
  permitted: (found: Frame | undefined): Frame => {
    if (!found) throw new Error('the room is gone');
    return found;
  },
};
const place = { state: 'open', opens_at: null } as const;

/** Returns a folder of the room, or at times one that is being removed; null: the top. */
const someFolder = ({ folders }: Frame): RoomItemId | null =>
  chance(0.2) ? null : (oneOf(folders)?.id ?? null);

/** Returns an item to come after, often one of another folder. */
const someAfter = (frame: Frame): GivenItem['after'] =>
  chance(0.6) ? undefined : chance(0.4) ? 'first' : (oneOf(frame.folders)?.id ?? 'first');

/** Returns different documents; some are in the room already. */
const someDocuments = (count: number) => {
  const first = below(documentIds.length);
  return documentIds.concat(documentIds).slice(first, first + count);
};

async function add(frame: Frame, folders: number, documentCount: number): Promise<void> {
  const parents = Array.from({ length: 3 }, () => someFolder(frame));
  const placed = new Set(
    (await getPlaces(id, someDocuments(documentCount))).map(({ document_id }) => document_id),
  );
  const items: GivenItem[] = [
    ...Array.from({ length: folders }, (_, index) => ({
      ...place,
      name: `Folder ${index}`,
      parent_id: oneOf(parents) ?? null,
      after: undefined,
    })),
    ...someDocuments(documentCount)
      .filter((document_id) => chance(0.05) || !placed.has(document_id))
      .map((document_id) => ({ ...place, document_id, parent_id: oneOf(parents) ?? null, after: undefined })),
  ];
  const [only] = items;
  const given = only && items.length === 1 ? [{ ...only, after: someAfter(frame) }] : items;
  if (given.length > 0)
    await addItems({ ...shared, items: given, rightTo: () => 'change' }, async (_items, commit) =>
      commit([]),
    );
}

async function someItem({ folders }: Frame): Promise<RoomItemId> {
  const folder = oneOf(folders)?.id;
  if (folder && chance(0.5)) return folder;
  const [place] = await getPlaces(id, someDocuments(8));
  return place ? itemOfDocument(place.document_id) : (folder ?? itemOfDocument(documentIds[0] ?? 'doc_'));
}

async function operate(): Promise<void> {
  const frame = shared.permitted(await getFrame(id));
  // The tree stays between a few folders and a few hundred.
  const removal = frame.folders.length > 150 ? 0.3 : 0.08;
  const guard = () => undefined;
  const draw = below(1000) / 1000;
  if (draw < removal) await removeItem({ ...shared, guard, itemId: await someItem(frame) });
  else if (draw < removal + 0.1) await add(frame, 1, 0);
  else if (draw < removal + 0.2) await add(frame, 0, 1);
  else if (draw < removal + 0.25) await add(frame, below(20), 30 + below(40));
  else {
    const itemId = await someItem(frame);
    const move = chance(0.8) ? { parent_id: someFolder(frame) } : {};
    const change = { ...move, after: someAfter(frame), state: chance(0.1) ? 'draft' : 'open' } as const;
    await changeItem({ ...shared, guard, itemId, change });
  }
}

for (;;) {
  try {
    await operate();
  } catch (error) {
    // A client would get an answer that asks it to try again.
    if (!(error instanceof ConflictError)) throw error;
    await pause(below(50));
  }
  process.stdout.write('.\n');
}
