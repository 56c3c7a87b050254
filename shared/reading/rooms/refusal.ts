import { ApiError } from '../../access/errors.ts';
import type { RoomRecord } from '../../data/rooms/rooms.ts';

/** Why readers may not enter a room now. `at`: when it opens, or when it closed (RFC 3339). */
export type RoomClosed =
  | { readonly reason: 'closed' }
  | { readonly reason: 'not_open_yet' | 'has_closed'; readonly at: string };

/** The 403 for a reader of a room that is not open. */
export class RoomRefusal extends ApiError {
  readonly why: RoomClosed;

  constructor(why: RoomClosed) {
    super('insufficient_permissions', sentenceOf(why));
    this.why = why;
  }
}

function sentenceOf(why: RoomClosed): string {
  if (why.reason === 'closed') return 'The room is closed.';
  return why.reason === 'not_open_yet' ? `The room opens at ${why.at}.` : `The room closed at ${why.at}.`;
}

/** Returns why a room is not open to readers at `now` (epoch milliseconds); undefined: it is open. */
export function closedAt(
  { state, opens_at, closes_at }: Pick<RoomRecord, 'state' | 'opens_at' | 'closes_at'>,
  now: number,
): RoomClosed | undefined {
  if (state === 'closed') return { reason: 'closed' };
  if (closes_at !== null && Date.parse(closes_at) <= now) return { reason: 'has_closed', at: closes_at };
  if (opens_at !== null && Date.parse(opens_at) > now) return { reason: 'not_open_yet', at: opens_at };
  return undefined;
}
