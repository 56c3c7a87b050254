import { forbidden } from '../../access/errors.ts';
import type { Principal } from '../../access/principal.ts';
import type { RoomId } from '../../contract/identifiers.ts';
import { type Frame, getFrame } from '../../data/rooms/frame.ts';
import { entrantOf } from './entrant.ts';

/**
 * Returns the function that returns the frame of a room if a caller manages it. It throws 403 if they may only enter it, and 404 if they
 * may not.
 */
export const managed =
  (principal: Principal) =>
  async (frame: Frame | undefined): Promise<Frame> => {
    const standing = await entrantOf(frame, { kind: 'caller', principal }, { now: Date.now() });
    if (standing.kind === 'manager') return standing.frame;
    throw forbidden('Only its creator and the owners and admins of its organization manage a room.');
  };

/**
 * The guard for replays of an answer about a room: the caller must still manage the room. Once the room is gone, every replay is allowed.
 */
export const stillManaged = async ({
  principal,
  path,
}: {
  readonly principal: Principal;
  readonly path: { readonly room_id: RoomId };
}): Promise<void> => {
  const frame = await getFrame(path.room_id);
  if (frame) await managed(principal)(frame);
};
