import { invalidRequest, quotaExceeded } from '../../../shared/access/errors.ts';
import { orderedTimes } from '../../../shared/access/rooms.ts';
import { roomsMax } from '../../../shared/contract/limits.ts';
import { createRoom } from '../../../shared/contract/operations/rooms.ts';
import { countRooms, getRoomCount } from '../../../shared/data/rooms/roomCounts.ts';
import * as rooms from '../../../shared/data/rooms/rooms.ts';
import { retryInTurn } from '../../../shared/data/table/conflict.ts';
import { loadAudience } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { roomRecord } from '../../../shared/events/records/rooms.ts';
import { post } from '../../../shared/http/post.ts';
import { presentRoom } from '../../../shared/presentation/rooms.ts';

export const handler = post(createRoom, ({ principal, body, answer }) => {
  const { organization_id, user } = principal;
  if (organization_id === null)
    throw invalidRequest({
      code: 'invalid_value',
      location: 'body',
      param: null,
      message: 'Only members of an organization can make rooms.',
    });
  const times = orderedTimes(body);
  return retryInTurn(organization_id, async () => {
    const [count, audience] = await Promise.all([
      getRoomCount(organization_id),
      loadAudience(organization_id),
    ]);
    if (count.rooms >= roomsMax) throw quotaExceeded(`An organization has at most ${roomsMax} rooms.`);
    const room = rooms.newRoom({ ...body, ...times, organization_id, created_by: user });
    return answer(presentRoom(room), (beside) =>
      commitChange({
        audience,
        records: [roomRecord('room.created', room, principal)],
        writes: [rooms.createRoom(room), countRooms(count, 1), ...beside],
      }),
    );
  });
});
