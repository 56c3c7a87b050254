import type { MemberRole } from '../contract/enumerations.ts';
import { createMail } from '../data/mail/mails.ts';
import type { MemberItem } from '../data/organizations/organizations.ts';
import { reclaimMilliseconds } from '../data/organizations/takenOwnerships.ts';
import type { By } from '../events/records/record.ts';
import { prepareNotice, sendsMail } from '../mail/prepareMail.ts';
import { announceNotice } from '../queues/mail.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import type { Notices } from './newOwnerNotices.ts';

interface LostOwnership {
  /** As before the change. */
  readonly member: MemberItem;
  /** null: the member was removed. */
  readonly role: MemberRole | null;
  readonly by: By;
  /** Whether the member can take the role back. */
  readonly isReclaimable: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

const none: Notices = { writes: [], announce: async () => {} };

/**
 * Returns the mail to an owner whom somebody else removes or gives another role. Returns none for other members, for people who do it
 * themselves, for operators, and on a stage that sends no mail.
 */
export function lostOwnershipNotice({ member, role, by, isReclaimable, now }: LostOwnership): Notices {
  const { organization_id, user_id, ownership, email: address } = member;
  const email = address === null ? undefined : normalizedEmail(address);
  const actor = by?.user?.id;
  if (!ownership || actor === undefined || actor === user_id || email === undefined || !sendsMail())
    return none;
  const since = new Date(now).toISOString();
  const mail = prepareNotice({
    sender: organization_id,
    email,
    subject: { kind: 'new_owner', organization_id, user_id, owner_id: user_id, made_by_id: actor, since },
    lost_ownership: {
      role,
      reclaimable_until: isReclaimable ? new Date(now + reclaimMilliseconds).toISOString() : null,
    },
  });
  return { writes: [createMail(mail)], announce: () => announceNotice(mail) };
}
