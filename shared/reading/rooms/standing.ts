import type { RoomId } from '../../contract/identifiers.ts';
import { getCaller } from '../../data/callers/callers.ts';
import { type Frame, getFrame } from '../../data/rooms/frame.ts';
import type { Who } from '../asking.ts';
import { entrantOf, type RoomEntrant, type RoomManager, type RoomQuestion } from './entrant.ts';
import { decideGate } from './gate.ts';
import { RoomRefusal } from './refusal.ts';

/** Somebody to whom a room is open. */
export type RoomStanding = RoomManager | RoomEntrant;

/**
 * Returns the standing of somebody to whom a room is open. This is the only function that decides it. Throws what `entrantOf` throws, and
 * 403 with the reason to readers, while the room is not open and if its gate refuses them.
 */
export async function roomStandingOf(
  frame: Frame | undefined,
  who: Who,
  question: RoomQuestion,
): Promise<RoomStanding> {
  const standing = await entrantOf(frame, who, question);
  if (standing.kind === 'manager') return standing;
  if (standing.closed) throw new RoomRefusal(standing.closed);
  const { refusal } = await decideGate(standing, question.now);
  if (refusal) throw refusal;
  return standing;
}

/** Reads a room and its caller in one round trip, and returns what `roomStandingOf` returns. */
export async function standingInRoom(
  roomId: RoomId,
  who: Who,
  question: Omit<RoomQuestion, 'caller'>,
): Promise<RoomStanding> {
  const caller = who.kind === 'caller' ? { caller: getCaller(who.principal.user.id) } : {};
  const [frame] = await Promise.all([getFrame(roomId), caller.caller]);
  return roomStandingOf(frame, who, { ...question, ...caller });
}
