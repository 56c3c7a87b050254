import { withNames } from '../../../shared/access/roomReaders.ts';
import type { RoomItemId, Ulid } from '../../../shared/contract/identifiers.ts';
import type { OrganizationItem } from '../../../shared/data/organizations/organizations.ts';
import { withPolicyNames } from '../../../shared/data/policies/currentNames.ts';
import { listAcknowledgements } from '../../../shared/data/reading/acknowledgements.ts';
import { type Frame, getFrame } from '../../../shared/data/rooms/frame.ts';
import { listAccess } from '../../../shared/data/rooms/listedAccess.ts';
import { listReadersOfRoom, listReadsOf } from '../../../shared/data/rooms/readers.ts';
import { listEveryRoom } from '../../../shared/data/rooms/removal.ts';
import { treeOf } from '../../../shared/data/rooms/tree.ts';
import { presentRoomAccess, presentRoomPolicy } from '../../../shared/presentation/roomAccess.ts';
import { presentRoom, presentRoomItem } from '../../../shared/presentation/rooms.ts';
import type { ShownItem } from '../../../shared/reading/rooms/seen.ts';
import { RoomView } from '../../../shared/reading/rooms/view.ts';
import { Lines } from './folder.ts';

const itemsOfPart = 100;

/** Writes the rooms of an organization as their managers see them. `now`: epoch milliseconds */
export async function exportRooms(folder: string, { id }: OrganizationItem, now: number) {
  const rooms = new Lines(folder, 'rooms.jsonl');
  const items = new Lines(folder, 'room_items.jsonl');
  const access = new Lines(folder, 'room_access.jsonl');
  const policies = new Lines(folder, 'room_policies.jsonl');
  const acknowledgements = new Lines(folder, 'room_acknowledgements.jsonl');
  const readers = new Lines(folder, 'room_readers.jsonl');
  for await (const ids of listEveryRoom(id))
    for (const room_id of ids) {
      const frame = await getFrame(room_id);
      // The list is eventually consistent: the room may be deleted.
      if (!frame) continue;
      await rooms.append(presentRoom(frame.room));
      for await (const item of itemsIn(frame, now)) await items.append({ room_id, ...presentRoomItem(item) });
      for (const entry of await listAccess(frame, now))
        await access.append({ room_id, ...presentRoomAccess(entry) });
      for (const gate of await withPolicyNames(frame.room, frame.gate))
        await policies.append(presentRoomPolicy(gate));
      for (const acknowledgement of await listAcknowledgements(room_id))
        await acknowledgements.append(acknowledgement);
      for await (const reader of readersIn(frame)) await readers.append({ room_id, ...reader });
    }
  const files = [rooms, items, access, policies, acknowledgements, readers];
  return Promise.all(files.map((file) => file.close()));
}

async function* itemsIn(frame: Frame, now: number): AsyncGenerator<ShownItem> {
  const tree = treeOf(frame.folders);
  const look = { frame, tree, viewer: { kind: 'manager' }, granted: async () => [], now } as const;
  const view = await RoomView.of(look);
  let after: RoomItemId | undefined;
  do {
    const page = await view.page({ parentId: null, isRecursive: true, after, limit: itemsOfPart });
    yield* page?.items ?? [];
    after = page?.hasMore ? page.items.at(-1)?.id : undefined;
  } while (after !== undefined);
}

/** Returns the readers of a room, each with what they read by document. */
async function* readersIn(frame: Frame) {
  const { id } = frame.room;
  let after: Ulid | undefined;
  do {
    const { items, next } = await listReadersOfRoom(id, { after, limit: itemsOfPart });
    const readers = await withNames(frame, items);
    for (const [index, { user_id }] of items.entries())
      yield { ...readers[index], documents: await listReadsOf(id, user_id) };
    after = next;
  } while (after !== undefined);
}
