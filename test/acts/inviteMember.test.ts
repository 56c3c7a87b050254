import { describe } from 'vitest';
import { withoutAnswer } from '../../shared/acts/answering.ts';
import { type Invited, inviteMember, sendInvitation } from '../../shared/acts/inviteMember.ts';
import { pendingInvitationsMax } from '../../shared/contract/limits.ts';
import { createInvitation, newInvitation } from '../../shared/data/organizations/invitations.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { normalizedEmail } from '../../shared/text/emailAddress.ts';
import { acting, actor, records, refuses } from './actTable.ts';

const invite = (given: Parameters<typeof inviteMember>[0]) => inviteMember(given, withoutAnswer);
const guest = async () => ({
  ...(await acting()),
  email: `${crypto.randomUUID()}@guests.example`,
  role: 'member' as const,
  lifetimeDays: 7,
  actsWithPowers: () => true,
});

records(invite, guest, { entries: ['invitation.created'] });

refuses(invite, {
  no_organization: async () => ({ ...(await guest()), organizationId: newId('org') }),
  no_manager: async () => {
    const { member, ...given } = await guest();
    return { ...given, by: actor(member) };
  },
  already_member: async () => {
    const { member, ...given } = await guest();
    return { ...given, email: normalizedEmail(member.email ?? '') ?? '' };
  },
  too_many_invitations: async () => {
    const given = await guest();
    const { organizationId: organization_id, user: created_by, role, now } = given;
    const invitations = Array.from({ length: pendingInvitationsMax }, (_, index) => {
      const of = { id: newId('inv'), organization_id, email: `${index}@guests.example`, role, created_by };
      return createInvitation(newInvitation({ ...of, secret_hash: '', made_by_staff: false }, 7, now));
    });
    await transact(invitations);
    return given;
  },
});

describe('sending an invitation again', () => {
  const send = (given: Parameters<typeof sendInvitation>[0]) => sendInvitation(given, withoutAnswer);
  const invited = async () => {
    const given = await guest();
    const { invitation } = (await invite(given)) as Invited;
    return { ...given, invitationId: invitation.id };
  };

  records(send, invited, { entries: ['invitation.sent'] });

  refuses(send, {
    no_invitation: async () => ({ ...(await invited()), invitationId: newId('inv') }),
    no_mail: 'stages without mail have a test',
    too_many_mails: 'tests of senders ask the limits of mails',
  });
});
