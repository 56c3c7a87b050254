import { isDeepStrictEqual } from 'node:util';
import { orderedTimes } from '../../../shared/access/rooms.ts';
import { updateRoom } from '../../../shared/contract/operations/rooms.ts';
import { getFrameToChange } from '../../../shared/data/rooms/frameToChange.ts';
import { replaceRoom } from '../../../shared/data/rooms/rooms.ts';
import { retryInTurn } from '../../../shared/data/table/conflict.ts';
import { loadAudience } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { roomUpdateRecord } from '../../../shared/events/records/rooms.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentRoom } from '../../../shared/presentation/rooms.ts';
import { managed } from '../../../shared/reading/rooms/managed.ts';

export const handler = operation(updateRoom, ({ principal, path, body, checkPreconditions }) =>
  retryInTurn(path.room_id, async () => {
    const [found, audience] = await Promise.all([
      getFrameToChange(path.room_id),
      loadAudience(principal.organization_id),
    ]);
    const { room } = await managed(principal)(found);
    checkPreconditions(presentRoom(room));
    const { name = room.name, description = room.description } = body;
    const { numbering = room.numbering, state = room.state } = body;
    const next = { ...room, name, description, numbering, state, ...orderedTimes(body, room) };
    if (isDeepStrictEqual(presentRoom(next), presentRoom(room))) return presentRoom(room);

    await commitChange({
      audience,
      records: [roomUpdateRecord(room, next, principal)],
      writes: [replaceRoom(next)],
    });
    return presentRoom(next);
  }),
);
