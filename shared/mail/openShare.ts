import { shareWith } from '../access/shares.ts';
import type { DocumentId, ShareId } from '../contract/identifiers.ts';
import { type CallerItem, getCaller } from '../data/callers/callers.ts';
import { type DocumentItem, getDocument } from '../data/documents/documents.ts';
import { getMembership } from '../data/organizations/membership.ts';
import type { MemberItem, OrganizationItem } from '../data/organizations/organizations.ts';
import type { CountedShare } from '../data/shares/countedShares.ts';
import { getShare } from '../data/shares/shares.ts';
import { localTime } from '../words/localTime.ts';
import { minuteOf, say } from './letter.ts';

/** A share that lets its receiver open the document. */
interface OpenShare {
  readonly share: CountedShare;
  readonly document: DocumentItem;
  /** Undefined: the document belongs to no organization. */
  readonly organization: OrganizationItem | undefined;
  /** The person or service account that shared the document. */
  readonly sharer: CallerItem;
  /** The membership of the sharer; undefined if the sharer is not a member. */
  readonly member: MemberItem | undefined;
}

/** Reads a share and its document at `now` (epoch milliseconds); undefined when the share opens nothing any more. */
export async function openShare(
  { document_id, share_id }: { readonly document_id: DocumentId; readonly share_id: ShareId },
  now: number,
): Promise<OpenShare | undefined> {
  const [document, share] = await Promise.all([
    getDocument(document_id),
    getShare(document_id, share_id, now),
  ]);
  if (!document || !share) return undefined;
  const { organization_id } = document;
  const sharerId = share.created_by.id;
  const [opening, { caller: sharer, organization, member }] = await Promise.all([
    shareWith(document_id, document, share.email, now),
    organization_id === null ? outside(await getCaller(sharerId)) : getMembership(sharerId, organization_id),
  ]);
  const isGone = organization_id !== null && organization === undefined;
  if (opening?.id !== share_id || isGone || !sharer) return undefined;
  return { share, document, organization, sharer, member };
}

/** Returns the sentence that says with which address, and until when, the receiver of a share opens the document. */
export function howToSignIn(share: Pick<CountedShare, 'email' | 'expires_at' | 'time_zone'>): string {
  const { email, expires_at, time_zone } = share;
  if (expires_at === null) return say('mail.shareSignIn', { email });
  if (time_zone === undefined) return say('mail.shareSignInUntil', { email, time: minuteOf(expires_at) });
  const { day, time, zone } = localTime(expires_at, time_zone);
  return time === undefined
    ? say('mail.shareSignInUntilDay', { email, day, zone })
    : say('mail.shareSignInUntilTime', { email, day, time, zone });
}

const outside = (caller: CallerItem | undefined) => ({ caller, organization: undefined, member: undefined });
