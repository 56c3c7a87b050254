import type { DocumentId, ShareId } from '../contract/identifiers.ts';
import type { SharedVersions } from '../contract/resources/share.ts';
import type { ShareRules } from '../contract/resources/shareRules.ts';
import type { User } from '../contract/resources/user.ts';
import { getCaller } from '../data/callers/callers.ts';
import { type DocumentItem, getDocument, replaceDocument } from '../data/documents/documents.ts';
import type { MailItem } from '../data/mail/mails.ts';
import { answerAccessRequest } from '../data/shares/accessRequests.ts';
import { createShare, mailShareAgain, newShare, withdraw } from '../data/shares/changes.ts';
import type { CountedShare } from '../data/shares/countedShares.ts';
import { hasEnded } from '../data/shares/ends.ts';
import { getShareWith } from '../data/shares/sharedWith.ts';
import type { ShareItem } from '../data/shares/shareItems.ts';
import { countUnlessFull, getShare } from '../data/shares/shares.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { newId } from '../data/table/ids.ts';
import { loadAudience } from '../events/audience.ts';
import { commitChange } from '../events/commitChange.ts';
import type { By } from '../events/records/record.ts';
import { shareEndedRecord, shareRecord, shareSentRecord } from '../events/records/shares.ts';
import { prepareMail } from '../mail/prepareMail.ts';
import { tenantOf } from '../queues/groups.ts';
import { announceMail } from '../queues/mail.ts';
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
  readonly rules: ShareRules;
  readonly versions: SharedVersions;
  /** In which mails name the end. Default: UTC */
  readonly time_zone?: string | undefined;
  /** Whether to send a mail to the address. A stage without mail sends none. */
  readonly send_mail: boolean;
  readonly sharer: User;
}

/**
 * Shares a document with an address. The document is a part of the transaction, so the transaction conflicts if the document was deleted or
 * handed over meanwhile. An ended share to the same address is replaced. The share answers the address's request for access.
 */
export const shareDocument = <A>(
  { documentId, permitted, by, sharer, send_mail, ...given }: ShareDocument,
  answering: Answering<CountedShare, A>,
): Promise<
  | A
  | Refused<'ends_in_the_past' | 'is_creator' | 'too_many_shares'>
  /** Its detail is the share; null if this release cannot read it. */
  | Refused<'shared_already', ShareItem | null>
> => {
  const id = newId('shr');
  return retryOnConflict(async () => {
    const now = Date.now();
    const [found, earlier] = await Promise.all([
      getDocument(documentId),
      getShareWith(documentId, given.email, now),
    ]);
    const document = permitted(found);
    if (hasEnded(given, now)) return refuse('ends_in_the_past');
    if (earlier === null || (earlier && !hasEnded(earlier, now))) return refuse('shared_already', earlier);
    const [creator, audience] = await Promise.all([
      getCaller(document.created_by.id),
      loadAudience(document.organization_id),
    ]);
    if (creator?.email && normalizedEmail(creator.email) === given.email) return refuse('is_creator');

    const listed = await countUnlessFull(document, now);
    if (listed === undefined) return refuse('too_many_shares');
    const prepared = send_mail ? await prepareMail(mailOf(document, { id, email: given.email }, by)) : null;
    const share = newShare(document, { ...given, id, created_by: sharer }, prepared?.mail);
    return answering(share, (beside) =>
      commitChange({
        audience,
        records: [shareRecord('document.shared', share, document, by)],
        writes: [
          ...createShare(share, earlier),
          replaceDocument({ ...document, share_count: isListed(earlier) ? listed : listed + 1 }),
          answerAccessRequest(documentId, share.email),
          ...(prepared?.writes ?? []),
          ...beside,
        ],
        announce: announcing(prepared?.mail),
      }),
    );
  });
};

/** Returns whether the share that a new one replaces is counted. A withdrawn share is not. */
const isListed = (earlier: ShareItem | undefined): boolean =>
  earlier !== undefined && earlier.ended_at === undefined;

const mailOf = (document: DocumentItem, { id, email }: Pick<CountedShare, 'id' | 'email'>, by: By) => ({
  sender: tenantOf(document),
  causedBy: by?.user?.id,
  email,
  subject: { kind: 'share', document_id: document.id, share_id: id } as const,
});

const announcing = (mail: MailItem | undefined) => async (): Promise<void> => {
  if (mail) await announceMail(mail);
};

interface OfShare extends Sharing {
  readonly shareId: ShareId;
}

/** Sends the mail of a share again. If an earlier mail of the share still waits, that mail is not sent. */
export const sendShare = <A>(
  { documentId, shareId, permitted, by }: OfShare,
  answering: Answering<CountedShare, A>,
): Promise<A | Refused<'no_share' | 'has_ended' | 'no_mail' | 'too_many_mails'>> => {
  return retryOnConflict(async () => {
    const now = Date.now();
    const [found, share] = await Promise.all([getDocument(documentId), getShare(documentId, shareId, now)]);
    const document = permitted(found);
    if (!share) return refuse('no_share');
    if (hasEnded(share, now)) return refuse('has_ended');
    const prepared = await prepareMail(mailOf(document, share, by));
    if (!prepared) return refuse('no_mail');
    const { mail } = prepared;
    if (mail.status === 'held') return refuse('too_many_mails');
    const { id, status } = mail;
    const writes = [...mailShareAgain(share, mail), ...prepared.writes];
    return answering({ ...share, mail_id: id, mail: status }, (beside) =>
      commitChange({
        records: [shareSentRecord(share, document, by)],
        writes: [...writes, ...beside],
        announce: announcing(mail),
      }),
    );
  });
};

interface WithdrawShare extends Omit<OfShare, 'permitted'> {
  /** As for other acts on shares. Undefined: the document is missing. */
  readonly permitted: (found: DocumentItem | undefined) => DocumentItem | undefined;
  /** Whether the reader ends the share. Default: somebody who manages the document withdraws it */
  readonly isReader?: true;
  /** Throws if the share is not in the state that the caller expects. Default: any state */
  readonly guard?: (share: CountedShare) => void;
}

/** Withdraws a share, and returns the share as it was. From the next request on, the share opens nothing. */
export const withdrawShare = ({
  documentId,
  shareId,
  permitted,
  by,
  isReader,
  guard,
}: WithdrawShare): Promise<CountedShare | Refused<'no_share'>> =>
  retryOnConflict(async () => {
    const now = Date.now();
    const [found, share] = await Promise.all([getDocument(documentId), getShare(documentId, shareId, now)]);
    const document = permitted(found);
    if (!document || !share) return refuse('no_share');
    guard?.(share);
    await commitChange({
      records: [
        isReader
          ? shareEndedRecord(share, document, by)
          : shareRecord('document.unshared', share, document, by),
      ],
      writes: [
        ...withdraw(share, by?.user ?? undefined, now),
        replaceDocument({ ...document, share_count: Math.max((document.share_count ?? 0) - 1, 0) }),
      ],
    });
    return share;
  });
