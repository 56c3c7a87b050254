import type { ActorId } from '../contract/identifiers.ts';
import { createMail, type MailItem } from '../data/mail/mails.ts';
import {
  isPerson,
  listMembers,
  type MemberItem,
  type OrganizationItem,
} from '../data/organizations/organizations.ts';
import { hasPowers } from '../data/organizations/ownership.ts';
import type { Bookkeeping } from '../data/table/commit.ts';
import { prepareNotice, sendsMail } from '../mail/prepareMail.ts';
import { announceNotice } from '../queues/mail.ts';
import { normalizedEmail } from '../text/emailAddress.ts';

/** A transaction can have 100 items (Amazon DynamoDB, "TransactWriteItems"). The change itself takes some of them. */
const receiversMax = 80;

interface NewOwner {
  /** As it was before the change. */
  readonly organization: OrganizationItem;
  /** As the change leaves it. */
  readonly member: MemberItem;
  /** The person who made the member an owner; undefined: nobody knows who. */
  readonly madeBy: ActorId | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface Notices {
  /** The writes that belong to the transaction of the change. */
  readonly writes: readonly Bookkeeping<MailItem>[];
  /** Sends the mails once the change is committed. Never throws. */
  readonly announce: () => Promise<void>;
}

/**
 * Returns the mails to the owners with powers when a member becomes an owner without an appointment: an admin made them one. The owners
 * can take the role back before the powers of the new owner begin. Returns none for other changes, and on a stage that sends no mail.
 */
export async function newOwnerNotices({ organization, member, madeBy, now }: NewOwner): Promise<Notices> {
  const { ownership, organization_id, user_id: owner_id } = member;
  const isTold = ownership?.appointed_at === null && sendsMail();
  const members = isTold ? await listMembers(organization_id) : [];
  const receivers = members.filter(
    (one) => one.user_id !== owner_id && isPerson(one) && hasPowers(one, organization, now),
  );
  const mails = receivers.slice(0, receiversMax).flatMap(({ user_id, email: address }) => {
    const email = address === null ? undefined : normalizedEmail(address);
    if (email === undefined || ownership === undefined) return [];
    const about = { organization_id, user_id, owner_id, since: ownership.since };
    const subject = { kind: 'new_owner', ...about, ...(madeBy && { made_by_id: madeBy }) } as const;
    return [prepareNotice({ sender: organization_id, email, subject })];
  });
  return {
    writes: mails.map(createMail),
    announce: async () => {
      await Promise.all(mails.map(announceNotice));
    },
  };
}
