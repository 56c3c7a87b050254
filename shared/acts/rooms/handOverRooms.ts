import type { ActorId, OrganizationId, RoomId, Ulid } from '../../contract/identifiers.ts';
import type { User } from '../../contract/resources/user.ts';
import { getFrameToReplace } from '../../data/rooms/frameToChange.ts';
import { listRoomPage } from '../../data/rooms/roomLists.ts';
import { getRoom, replaceRoom } from '../../data/rooms/rooms.ts';
import { retryInTurn } from '../../data/table/conflict.ts';
import type { Audience } from '../../events/audience.ts';
import { commitChange } from '../../events/commitChange.ts';
import type { By } from '../../events/records/record.ts';
import { roomTransferRecord } from '../../events/records/rooms.ts';

interface Transfer {
  readonly organizationId: OrganizationId;
  readonly from: ActorId;
  readonly to: User;
  readonly by: By;
  readonly audience: Audience | undefined;
  /** Epoch milliseconds. */
  readonly until: number;
}

/**
 * Hands the rooms that a person made in an organization over to a member, until no room is left or time is up. Returns their number, and
 * whether more are left.
 */
export async function handOverRooms(transfer: Transfer) {
  let transferred_rooms = 0;
  for await (const id of roomsMadeBy(transfer.organizationId, transfer.from)) {
    if (Date.now() > transfer.until) return { transferred_rooms, has_more: true };
    if (await handOver(id, transfer)) transferred_rooms += 1;
  }
  return { transferred_rooms, has_more: false };
}

/** Returns whether a person has made rooms in an organization that can be handed over. */
export async function hasRoomsOf(organizationId: OrganizationId, from: ActorId): Promise<boolean> {
  for await (const id of roomsMadeBy(organizationId, from))
    if ((await getRoom(id))?.created_by.id === from) return true;
  return false;
}

const roomsAPage = 100;

/** Yields rooms from a list that is eventually consistent. */
async function* roomsMadeBy(organizationId: OrganizationId, from: ActorId): AsyncGenerator<RoomId> {
  let after: Ulid | undefined;
  do {
    const { items, next } = await listRoomPage(organizationId, { after, limit: roomsAPage });
    for (const { id, created_by } of items) if (created_by.id === from) yield id;
    after = next;
  } while (after !== undefined);
}

const handOver = (id: RoomId, { from, to, by, audience }: Transfer): Promise<boolean> =>
  retryInTurn(id, async () => {
    const room = (await getFrameToReplace(id))?.room;
    if (room?.created_by.id !== from) return false;
    const after = { ...room, created_by: to };
    await commitChange({
      audience,
      records: [roomTransferRecord(room, after, by)],
      writes: [replaceRoom(after)],
    });
    return true;
  });
