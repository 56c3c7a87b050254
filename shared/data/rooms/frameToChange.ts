import type { RoomId } from '../../contract/identifiers.ts';
import { ConflictError } from '../table/conflict.ts';
import { type Frame, getFrame } from './frame.ts';
import { endStaged, isStaging } from './staging.ts';

/**
 * Reads the frame of a room for a change of its structure; undefined: there is no such room. Throws a ConflictError while another request
 * adds items in several transactions. If that request has stopped, its items are removed first.
 */
export async function getFrameToChange(roomId: RoomId): Promise<Frame | undefined> {
  const frame = await getFrame(roomId);
  if (!frame?.room.staged) return frame;
  if (!isStaging(frame.room.staged, Date.now())) await endStaged(frame);
  throw new ConflictError('another request adds items to the room');
}

/**
 * Reads the frame of a room for a change that adds and moves no items; undefined: there is no such room. Throws a ConflictError while
 * another request adds items in several transactions. What a stopped request left stays: it counts for nothing, and the next change of
 * items removes it.
 */
export async function getFrameToReplace(roomId: RoomId): Promise<Frame | undefined> {
  const frame = await getFrame(roomId);
  if (frame?.room.staged && isStaging(frame.room.staged, Date.now()))
    throw new ConflictError('another request adds items to the room');
  return frame;
}
