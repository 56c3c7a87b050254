import { utcTime } from '../contract/text.ts';
import type { Frame } from '../data/rooms/frame.ts';
import { entrantOf } from '../reading/rooms/entrant.ts';
import { type ApiError, forbidden, notFound, wrongField } from './errors.ts';
import type { Principal } from './principal.ts';

export const noSuchRoom = (): ApiError => notFound('room', 'room_id');

export const noSuchItem = (): ApiError => notFound('item', 'item_id');

/** The error for a folder in a query that is not there, or that the caller does not see. */
export const noSuchParent = (): ApiError => notFound('folder', 'parent_id');

export const noSuchAccess = (): ApiError => notFound('entry', 'access_id');

/** Returns the function that returns the frame of a room if a caller manages it. It throws 403 if they may only enter it, and 404 if they may not. */
export const managed =
  (principal: Principal) =>
  async (frame: Frame | undefined): Promise<Frame> => {
    const standing = await entrantOf(frame, { kind: 'caller', principal }, { now: Date.now() });
    if (standing.kind === 'manager') return standing.frame;
    throw forbidden('Only its creator and the owners and admins of its organization manage a room.');
  };

interface Times {
  readonly opens_at?: string | null | undefined;
  readonly closes_at?: string | null | undefined;
}

/** Returns the times of a room after a change, in UTC. Throws 400 if it would close before it opens. `before`: default none */
export function orderedTimes(given: Times, before: Times = {}) {
  const timeOf = (name: keyof Times): string | null => {
    const time = given[name] === undefined ? before[name] : given[name];
    return time ? utcTime(time) : null;
  };
  const [opens_at, closes_at] = [timeOf('opens_at'), timeOf('closes_at')];
  if (opens_at && closes_at && Date.parse(closes_at) < Date.parse(opens_at))
    throw wrongField('closes_at', 'cannot be before opens_at', given.closes_at);
  return { opens_at, closes_at };
}
