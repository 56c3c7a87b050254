import { wrongField } from '../../../shared/access/errors.ts';
import { noSuchAccess } from '../../../shared/access/rooms.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { updateAccess } from '../../../shared/acts/rooms/access.ts';
import { updateRoomAccess } from '../../../shared/contract/operations/roomAccess.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentRoomAccess } from '../../../shared/presentation/roomAccess.ts';
import { managed } from '../../../shared/reading/rooms/managed.ts';

export const handler = operation(updateRoomAccess, async ({ principal, path, body, checkPreconditions }) => {
  const outcome = await updateAccess({
    ...body,
    roomId: path.room_id,
    accessId: path.access_id,
    permitted: managed(principal),
    by: principal,
    guard: (entry) => checkPreconditions(presentRoomAccess(entry)),
  });
  const wrongEnd = (why: string) => () => wrongField('expires_at', why, body.expires_at);
  return presentRoomAccess(
    accepted(outcome, {
      no_access: noSuchAccess,
      ends_in_the_past: wrongEnd('must be in the future'),
      has_left: wrongEnd('cannot change: the person left the organization. Make a new entry'),
    }),
  );
});
