import { existing } from '../../../shared/access/errors.ts';
import { noSuchAccess } from '../../../shared/access/rooms.ts';
import { getRoomAccess } from '../../../shared/contract/operations/roomAccess.ts';
import { getFrame } from '../../../shared/data/rooms/frame.ts';
import { findAccess } from '../../../shared/data/rooms/listedAccess.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentRoomAccess } from '../../../shared/presentation/roomAccess.ts';
import { managed } from '../../../shared/reading/rooms/managed.ts';

export const handler = operation(getRoomAccess, async ({ principal, path }) => {
  const frame = await managed(principal)(await getFrame(path.room_id));
  return presentRoomAccess(existing(await findAccess(frame, path.access_id, Date.now()), noSuchAccess));
});
