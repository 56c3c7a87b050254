import type { DocumentId, ShareId } from '../contract/identifiers.ts';
import type { User } from '../contract/resources/user.ts';
import { getCaller } from '../data/callers/callers.ts';
import { type DocumentItem, getDocument, replaceDocument } from '../data/documents/documents.ts';
import {
  type CountedShare,
  createShare,
  getShare,
  getShareWith,
  hasEnded,
  listedIfRoom,
  newShare,
  removeShare,
} from '../data/documents/shares.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { commitChange } from '../events/commitChange.ts';
import { lookForAudience } from '../events/outbox.ts';
import { type By, shareRecord } from '../events/records.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import type { Answering } from './answering.ts';
import { type Refused, refuse } from './refusal.ts';

/** A document, and the actor who shares it or ends a share. */
interface Sharing {
  readonly documentId: DocumentId;
  /** Returns the document if the caller may change it; throws the caller's error otherwise. */
  readonly permitted: (found: DocumentItem | undefined) => DocumentItem;
  readonly by: By;
}

interface ShareDocument extends Sharing {
  /** Normalized by `normalizedEmail`. */
  readonly email: string;
  /** null: the share does not end. */
  readonly expires_at: string | null;
  readonly message: string;
  readonly notify_me: boolean;
  readonly sharer: User;
}

/**
 * Shares a document with an address. The transaction includes the document, so it conflicts if the document was deleted or handed over
 * meanwhile. An ended share to the same address is replaced.
 */
export const shareDocument = <A>(
  { documentId, permitted, by, sharer, ...given }: ShareDocument,
  answering: Answering<CountedShare, A>,
): Promise<A | Refused<'ends_in_the_past' | 'shared_already' | 'is_creator' | 'too_many_shares'>> =>
  retryOnConflict(async () => {
    const now = Date.now();
    const [found, earlier] = await Promise.all([
      getDocument(documentId),
      getShareWith(documentId, given.email, now),
    ]);
    const document = permitted(found);
    if (hasEnded(given, now)) return refuse('ends_in_the_past');
    if (earlier && !hasEnded(earlier, now)) return refuse('shared_already');
    const [creator, audience] = await Promise.all([
      getCaller(document.created_by.id),
      lookForAudience(document.organization_id),
    ]);
    if (creator?.email && normalizedEmail(creator.email) === given.email) return refuse('is_creator');

    const listed = await listedIfRoom(document, now);
    if (listed === undefined) return refuse('too_many_shares');
    const share = newShare(document, { ...given, created_by: sharer });
    return answering(share, (beside) =>
      commitChange({
        audience,
        records: [shareRecord('document.shared', share, document, by)],
        writes: [
          ...createShare(share, earlier),
          replaceDocument({ ...document, share_count: earlier ? listed : listed + 1 }),
          ...beside,
        ],
      }),
    );
  });

interface WithdrawShare extends Sharing {
  readonly shareId: ShareId;
  /** Throws if the share is not in the state that the caller expects. Default: any state */
  readonly guard?: (share: CountedShare) => void;
}

/** Withdraws a share, which opens nothing from the next request on. Returns the share as it was. */
export const withdrawShare = ({
  documentId,
  shareId,
  permitted,
  by,
  guard,
}: WithdrawShare): Promise<CountedShare | Refused<'no_share'>> =>
  retryOnConflict(async () => {
    const [found, share] = await Promise.all([
      getDocument(documentId),
      getShare(documentId, shareId, Date.now()),
    ]);
    const document = permitted(found);
    if (!share) return refuse('no_share');
    guard?.(share);
    await commitChange({
      records: [shareRecord('document.unshared', share, document, by)],
      writes: [
        ...removeShare(share),
        replaceDocument({ ...document, share_count: Math.max((document.share_count ?? 0) - 1, 0) }),
      ],
    });
    return share;
  });
