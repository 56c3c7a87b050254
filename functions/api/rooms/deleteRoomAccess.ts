import { noSuchAccess } from '../../../shared/access/rooms.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { endAccess } from '../../../shared/acts/rooms/access.ts';
import { deleteRoomAccess } from '../../../shared/contract/operations/roomAccess.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentRoomAccess } from '../../../shared/presentation/roomAccess.ts';
import { managed } from '../../../shared/reading/rooms/managed.ts';

export const handler = operation(deleteRoomAccess, async ({ principal, path, checkPreconditions }) => {
  const outcome = await endAccess({
    roomId: path.room_id,
    accessId: path.access_id,
    permitted: managed(principal),
    by: principal,
    guard: (entry) => checkPreconditions(presentRoomAccess(entry)),
  });
  accepted(outcome, { no_access: noSuchAccess });
  return {};
});
