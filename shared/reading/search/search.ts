import { notFound } from '../../access/errors.ts';
import type { DocumentId } from '../../contract/identifiers.ts';
import type { Sought } from '../../search/sought.ts';
import type { RoomStanding } from '../rooms/standing.ts';
import { doorOf, type Searcher } from './door.ts';
import { findHits, type Hits } from './hits.ts';
import { conditionsOf, type Range, searchedBy, searchedInRoom, searchedOf } from './scope.ts';

/** A search. */
export interface Search extends Range {
  readonly sought: Sought;
  /** The room in which is searched, whose door let the searcher in. Undefined: none */
  readonly room: RoomStanding | undefined;
  /** The document in which is searched. Undefined: all that the searcher may find */
  readonly documentId?: DocumentId | undefined;
  /** The number of the engine's hits that earlier pages had. */
  readonly from: number;
  readonly limit: number;
}

/**
 * Finds words in the documents that somebody may read at `now` (epoch milliseconds). Throws 404 if they may not read the document that the
 * search names, also if a policy refuses them or asks for something first, and `search_unavailable` if the engine does not answer.
 */
export async function searchFor(who: Searcher, search: Search, now: number): Promise<Hits> {
  const { sought, room, documentId, from, limit } = search;
  const door = doorOf(who, room, now);
  const scope = async () => {
    if (documentId === undefined)
      return room ? searchedInRoom(room, who.principal, now) : searchedBy(who.principal, door, now);
    const standing = await door(documentId);
    if (!standing?.granted) throw notFound('document', 'document_id');
    return searchedOf(standing.loaded.document);
  };
  return findHits({
    sought,
    scope: { ...(await scope()), all: conditionsOf(search) },
    door,
    from,
    limit,
    isEachPage: documentId !== undefined,
  });
}
