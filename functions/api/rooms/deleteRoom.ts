import * as contract from '../../../shared/contract/operations/rooms.ts';
import { getFrame } from '../../../shared/data/rooms/frame.ts';
import { deleteRoom } from '../../../shared/data/rooms/removal.ts';
import { getRoomCount } from '../../../shared/data/rooms/roomCounts.ts';
import { retryInTurn } from '../../../shared/data/table/conflict.ts';
import { loadAudience } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { roomRecord } from '../../../shared/events/records/rooms.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentRoom } from '../../../shared/presentation/rooms.ts';
import { announceRemovedFromRoom } from '../../../shared/queues/removals.ts';
import { managed } from '../../../shared/reading/rooms/managed.ts';

export const handler = operation(contract.deleteRoom, ({ principal, path, checkPreconditions }) =>
  retryInTurn(path.room_id, async () => {
    const [found, audience] = await Promise.all([
      getFrame(path.room_id),
      loadAudience(principal.organization_id),
    ]);
    const { room } = await managed(principal)(found);
    checkPreconditions(presentRoom(room));
    const { id: room_id, organization_id } = room;
    await commitChange({
      audience,
      records: [roomRecord('room.deleted', room, principal)],
      writes: deleteRoom(room, await getRoomCount(organization_id), Date.now()),
      announce: () => announceRemovedFromRoom({ organization_id, room_id }),
    });
    return {};
  }),
);
