import { notFound } from '../access/errors.ts';
import { notProvenForShare } from '../access/shares.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import type { Added } from '../policies/combine.ts';
import type { Refused } from '../policies/decide.ts';
import type { Asking } from './asking.ts';
import { endedShare } from './endedShare.ts';
import type { Opens, Refuses, Way } from './ways/way.ts';

/** A document that is open, and the ways that open it. */
export interface Entry {
  readonly document: DocumentItem;
  /** The answers of the ways, in the order of the list. Empty for a public document that no way opens. */
  readonly opened: readonly Opens[];
  /** What these ways add to the document's policies. */
  readonly added: readonly Added[];
  /** The refusal if the only way into the document has ended. */
  readonly ended: Refused | undefined;
}

/**
 * Asks the ways into a document at `now` (epoch milliseconds). All of them are asked about a document that does not exist, so that response
 * times do not show which documents exist. Throws 401 for somebody who has not signed in, unless the document is public: then nothing is
 * read. Throws 403 if the reader must prove their address again, and 404 if the document is missing or not open to them.
 */
export async function entryOf(
  document: DocumentItem | undefined,
  asking: Asking,
  now: number,
  list: readonly Way[],
): Promise<Entry> {
  const opened: { readonly way: Way; readonly answer: Opens }[] = [];
  let refused: { readonly way: Way; readonly answer: Refuses } | undefined;
  const isOpen = () => opened.length > 0 || isForAll(document, asking);
  if (asking.who.kind === 'nobody' && !isOpen()) throw signInFirst(asking);
  // A request that names a room is answered by the room only, and rooms answer no other request.
  for (const way of list.filter(({ isByRoom = false }) => isByRoom === (asking.room !== undefined))) {
    if (document && isOpen() && !mayAdd(way, document, asking, opened[0]?.answer)) continue;
    const answer = await way.find({ asking, document, isOpen: isOpen(), now });
    if (answer?.kind === 'opens') opened.push({ way, answer });
    else if (answer) refused ??= { way, answer };
  }
  if (!document || (!isOpen() && !refused)) throw notFound('document', 'document_id');
  const closed = isOpen() ? undefined : refused;
  if (closed?.answer.reason === 'address_not_proven') throw notProvenForShare();
  if (closed?.answer.reason === 'share_ended') throw await endedShare(document, closed.answer.share);
  return {
    document,
    opened: opened.map(({ answer }) => answer),
    added: opened.map(({ way, answer: { room, rules = [], limits = [], texts = [] } }) => ({
      way: way.name,
      room: room?.id,
      rules,
      limits,
      texts,
    })),
    ended:
      closed?.answer.reason === 'expired'
        ? {
            kind: 'refused',
            reason: 'expired',
            source: { way: closed.way.name },
            endedAtMilliseconds: closed.answer.at,
          }
        : undefined,
  };
}

/** Nothing that a way adds binds managers, and members get facts without conditions. */
const mayAdd = (way: Way, document: DocumentItem, asking: Asking, first: Opens | undefined): boolean =>
  first?.as !== 'manager' && !(asking.of === 'facts' && first !== undefined) && way.mayAdd(document);

const isForAll = (document: DocumentItem | undefined, { of, room }: Asking): boolean =>
  of === 'content' && room === undefined && document?.access_level === 'public';

/** Returns the error for somebody who must sign in first. People who have signed in never get it. */
export const signInFirst = ({ who }: Asking): Error =>
  who.kind === 'nobody' ? who.signInFirst() : notFound('document', 'document_id');
