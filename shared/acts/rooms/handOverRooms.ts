import type { ActorId, OrganizationId, RoomId, Ulid } from '../../contract/identifiers.ts';
import type { User } from '../../contract/resources/user.ts';
import { getFrameToChange } from '../../data/rooms/frameToChange.ts';
import { listRoomPage } from '../../data/rooms/roomLists.ts';
import { replaceRoom } from '../../data/rooms/rooms.ts';
import { retryInTurn } from '../../data/table/conflict.ts';
import type { Audience } from '../../events/audience.ts';
import { commitChange } from '../../events/commitChange.ts';
import type { By } from '../../events/records/record.ts';
import { roomUpdateRecord } from '../../events/records/rooms.ts';

interface Transfer {
  readonly organizationId: OrganizationId;
  readonly from: ActorId;
  readonly to: User;
  readonly by: By;
  readonly audience: Audience | undefined;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** Hands the rooms that a person made in an organization over to a member. Returns whether time was up before the last one. */
export async function handOverRooms(transfer: Transfer): Promise<{ readonly has_more: boolean }> {
  for await (const id of roomsMadeBy(transfer.organizationId, transfer.from)) {
    if (Date.now() > transfer.until) return { has_more: true };
    await handOver(id, transfer);
  }
  return { has_more: false };
}

/** Returns whether a person has made rooms in an organization that can be handed over. */
export async function hasRoomsOf(organizationId: OrganizationId, from: ActorId): Promise<boolean> {
  for await (const id of roomsMadeBy(organizationId, from))
    if ((await getFrameToChange(id))?.room.created_by.id === from) return true;
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

const handOver = (id: RoomId, { from, to, by, audience }: Transfer): Promise<void> =>
  retryInTurn(id, async () => {
    const room = (await getFrameToChange(id))?.room;
    if (room?.created_by.id !== from) return;
    const after = { ...room, created_by: to };
    await commitChange({
      audience,
      records: [roomUpdateRecord(room, after, by)],
      writes: [replaceRoom(after)],
    });
  });
