import type { Frame } from '../data/rooms/frame.ts';
import { entrantOf } from '../reading/rooms/entrant.ts';
import { type ApiError, forbidden, notFound } from './errors.ts';
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
