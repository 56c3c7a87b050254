import { ApiError } from '../../access/errors.ts';
import { binds } from '../../access/shares.ts';
import type { DocumentId } from '../../contract/identifiers.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import { getDocumentAndAttachments } from '../../data/policies/attachments.ts';
import type { ShareItem } from '../../data/shares/shareItems.ts';
import { combine, hasConditions } from '../../policies/combine.ts';
import { decideFileAccess } from '../../policies/decide.ts';
import type { Attached } from '../../policies/ruleKinds.ts';
import type { Who } from '../asking.ts';
import { callerAsking } from '../callerAsking.ts';
import type { Content } from '../content.ts';
import type { RoomStanding } from '../rooms/standing.ts';
import { type ContentStanding, standingOf } from '../standing.ts';
import { enteredRoom } from '../ways/room.ts';
import { termsOf } from '../ways/share.ts';
import { ways } from '../ways.ts';

/** Somebody who has signed in. */
export type Searcher = Exclude<Who, { readonly kind: 'nobody' }>;

/** The standing of a searcher to a document that is open to them. */
export type OpenStanding = ContentStanding<Content>;

/** Returns the standing to a document as it is now; undefined: a search does not show it, and not its title. */
export type Door = (documentId: DocumentId) => Promise<OpenStanding | undefined>;

/**
 * Returns the door of a search, which asks about each document once.
 *
 * @param room the room in which is searched; undefined: none
 * @param now epoch milliseconds
 */
export function doorOf(who: Searcher, room: RoomStanding | undefined, now: number): Door {
  const asked = new Map<DocumentId, Promise<OpenStanding | undefined>>();
  return (documentId) => {
    const standing = asked.get(documentId) ?? standingTo(documentId, who, room, now);
    asked.set(documentId, standing);
    return standing;
  };
}

async function standingTo(
  document_id: DocumentId,
  who: Searcher,
  room: RoomStanding | undefined,
  now: number,
): Promise<OpenStanding | undefined> {
  const { document, attachments } = await getDocumentAndAttachments(document_id);
  const asking = {
    ...callerAsking(who.principal, { document_id, version_id: undefined, room: room?.frame.room.id }),
    who,
  };
  const list = room ? [enteredRoom(room)] : ways;
  try {
    const standing = await standingOf({ ...(document && { document }), attachments }, asking, now, list);
    // Public documents of other organizations have their page, and are not found.
    return standing.kind !== 'stranger' && showsTitle(standing) ? standing : undefined;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The page of a document shows its title also to a reader who must accept a text first. */
const showsTitle = ({ granted, decision }: OpenStanding): boolean =>
  granted !== null || decision.kind === 'acknowledge';

/**
 * Returns whether a document lets readers in on conditions, by its policies as they are now, or by the share that is the only way in. A
 * share is no such way into a public document.
 */
export const isConditional = (
  document: DocumentItem,
  attached: readonly Attached[],
  share: ShareItem | undefined,
): boolean =>
  hasConditions(combine(attached)) ||
  (share !== undefined && binds(document) && termsOf(share).texts.length > 0);

/** Returns whether a search without the document's id may look at its text. */
export const isSearchedWhole = ({ kind, granted, room, share, loaded }: OpenStanding): boolean =>
  granted !== null &&
  (!granted.isBound ||
    !isConditional(loaded.document, loaded.attachments, kind === 'invited' && !room ? share : undefined));

/** Returns whether somebody may have text of the document: as with `getDocumentText`, if they may have the file. */
export const mayHaveText = ({ granted }: OpenStanding): boolean =>
  granted !== null && decideFileAccess(granted).kind === 'file';
