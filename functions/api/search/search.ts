import { ApiError, invalidRequest, notFound } from '../../../shared/access/errors.ts';
import type { RoomId, Ulid } from '../../../shared/contract/identifiers.ts';
import { search } from '../../../shared/contract/operations/search.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors, invalidCursor } from '../../../shared/http/pagination.ts';
import { presentHit } from '../../../shared/presentation/present.ts';
import { type RoomStanding, standingInRoom } from '../../../shared/reading/rooms/standing.ts';
import type { Searcher } from '../../../shared/reading/search/door.ts';
import { searchFor } from '../../../shared/reading/search/search.ts';
import { isSearchOn } from '../../../shared/search/collections.ts';
import { resultWindow } from '../../../shared/search/query.ts';
import { readSought, type Sought } from '../../../shared/search/sought.ts';

export const handler = operation(search, async ({ principal, query }) => {
  const { limit, cursor, ...asked } = query;
  const { q, room_id, document_id, ...range } = asked;
  const sought = soughtIn(q);
  const list = cursors('search', principal.user.id, principal.organization_id, asked);
  const from = fromOf(list.read(cursor), cursor);
  if (!isSearchOn()) throw new ApiError('resource_not_found', 'This stage has no search.');

  const now = Date.now();
  const who = { kind: 'caller', principal } as const;
  const room = room_id && (await roomFor(who, room_id, now));
  const found = { ...range, sought, room, documentId: document_id, from, limit };
  const { items, next } = await searchFor(who, found, now);
  const shown = items.map((hit) => presentHit(hit, room_id));
  return list.page(shown, next === undefined ? undefined : positionOf(next));
});

function soughtIn(q: string): Sought {
  const sought = readSought(q);
  if (sought.wanted.length > 0) return sought;
  throw invalidRequest({
    code: 'invalid_value',
    location: 'query.q',
    param: 'q',
    message: 'q must have a word to find, beside those that it excludes.',
    value: q,
  });
}

/** The position of a cursor is a number of hits, in the digits of a ULID. Cursors are no secret, so it is checked. */
const positionOf = (hits: number): Ulid => String(hits).padStart(26, '0') as Ulid;

function fromOf(position: Ulid | undefined, cursor: string | undefined): number {
  const from = position === undefined ? 0 : Number(position);
  if (Number.isInteger(from) && from >= 0 && from < resultWindow) return from;
  throw invalidCursor('must be the next_cursor of the previous page of this search', cursor);
}

/** Returns the standing in a room that is open to the caller. Search says 404 where the room itself would say why it is not. */
async function roomFor(who: Searcher, roomId: RoomId, now: number): Promise<RoomStanding> {
  try {
    return await standingInRoom(roomId, who, { now });
  } catch (error) {
    throw error instanceof ApiError ? notFound('room', 'room_id') : error;
  }
}
