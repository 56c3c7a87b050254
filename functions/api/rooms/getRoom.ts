import { getRoom } from '../../../shared/contract/operations/rooms.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentRoom, presentRoomToReader } from '../../../shared/presentation/rooms.ts';
import { standingInRoom } from '../../../shared/reading/rooms/standing.ts';

export const handler = operation(getRoom, async ({ principal, path }) => {
  const who = { kind: 'caller', principal } as const;
  const { kind, frame } = await standingInRoom(path.room_id, who, { now: Date.now() });
  return kind === 'manager' ? presentRoom(frame.room) : presentRoomToReader(frame.room);
});
