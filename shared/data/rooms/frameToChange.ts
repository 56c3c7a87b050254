import type { RoomId } from '../../contract/identifiers.ts';
import { ConflictError } from '../table/conflict.ts';
import { type Frame, getFrame } from './frame.ts';
import { getRoom } from './rooms.ts';
import { endStaged, isStaging } from './staging.ts';

/**
 * Reads the frame of a room for a change of its structure; undefined: there is no such room. The room is read first. A commit that replaces
 * it in the state that was read then also proves that nothing else in the frame has changed since.
 *
 * Throws a ConflictError while another request adds items in several transactions. If that request has stopped, its items are removed first.
 */
export async function getFrameToChange(roomId: RoomId): Promise<Frame | undefined> {
  const room = await getRoom(roomId);
  if (!room) return undefined;
  const frame = await getFrame(roomId);
  if (frame?.room.revision !== room.revision) throw new ConflictError('the room changed while it was read');
  if (!room.staged) return frame;
  if (!isStaging(room.staged, Date.now())) await endStaged(frame);
  throw new ConflictError('another request adds items to the room');
}
