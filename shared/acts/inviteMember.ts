import type { MemberRole } from '../contract/enumerations.ts';
import type { InvitationId, OrganizationId } from '../contract/identifiers.ts';
import { pendingInvitationsMax } from '../contract/limits.ts';
import type { User } from '../contract/resources/user.ts';
import { generateInvitationToken } from '../credentials/invitationToken.ts';
import { encryptMailSecret } from '../credentials/secrets.ts';
import { findUserByEmail } from '../data/callers/callers.ts';
import type { MailItem } from '../data/mail/mails.ts';
import {
  createInvitation,
  getInvitation,
  type InvitationItem,
  listInvitations,
  newInvitation,
  removeInvitation,
  renewInvitation,
} from '../data/organizations/invitations.ts';
import { fence, getMembers, getOrganizationAndMember } from '../data/organizations/organizations.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { newId, noUserId } from '../data/table/ids.ts';
import { commitChange } from '../events/commitChange.ts';
import { actRecord, type By } from '../events/records/record.ts';
import { prepareMail } from '../mail/prepareMail.ts';
import { announceMail } from '../queues/mail.ts';
import type { Answering } from './answering.ts';
import { actsAsStaff, stillManages } from './managers.ts';
import type { PowersQuestion } from './owners.ts';
import { type Refused, refuse } from './refusal.ts';

type Inviter = NonNullable<By> & { readonly user: User };

/** An invitation, with the token of its URL. */
export interface Invited {
  readonly invitation: InvitationItem;
  readonly token: string;
  /** Undefined: the stage sends no mail. */
  readonly mail: MailItem | undefined;
}

interface InviteMember {
  readonly organizationId: OrganizationId;
  /** Normalized by `normalizedEmail`. */
  readonly email: string;
  readonly role: MemberRole;
  readonly lifetimeDays: number;
  readonly by: Inviter;
  readonly actsWithPowers: PowersQuestion;
}

/** Invites the person with an address to an organization, and sends them a mail. An earlier invitation to the address is replaced. */
export const inviteMember = <A>(
  { organizationId, email, role, lifetimeDays, by, actsWithPowers }: InviteMember,
  answering: Answering<Invited, A>,
): Promise<A | Refused<'no_organization' | 'no_manager' | 'already_member' | 'too_many_invitations'>> => {
  const id = newId('inv');
  const { token, secret_hash } = generateInvitationToken(organizationId, id);
  return retryOnConflict(async () => {
    const now = Date.now();
    const [{ organization, member }, pending, account] = await Promise.all([
      getOrganizationAndMember(organizationId, by.user.id),
      listInvitations(organizationId, now),
      findUserByEmail(email),
    ]);
    if (!organization) return refuse('no_organization');
    if (!stillManages(by, member)) return refuse('no_manager');
    // Makes the same reads for every address, so that the time of the answer does not show which addresses have an account.
    const members = await getMembers(organizationId, [account?.id ?? noUserId]);
    if (members.length > 0) return refuse('already_member');
    const replaced = pending.filter((other) => other.email === email);
    if (pending.length - replaced.length >= pendingInvitationsMax) return refuse('too_many_invitations');

    const prepared = await prepareInvitationMail({ organizationId, id, email, token, by });
    const mail = prepared?.mail;
    const given = {
      ...{ id, organization_id: organizationId, email, role, created_by: by.user, secret_hash },
      ...(mail && { mail_id: mail.id }),
      made_by_staff: actsAsStaff(by, member),
      appoints: actsWithPowers(organization),
    };
    const invitation = newInvitation(given, lifetimeDays, now);
    return answering({ invitation, token, mail }, (beside) =>
      commitChange({
        records: [
          actRecord('invitation.created', organizationId, by, { invitation_id: id, role }),
          ...replaced.map((old) =>
            actRecord('invitation.deleted', organizationId, by, { invitation_id: old.id }),
          ),
        ],
        // The transaction includes the organization, so that one of two concurrent invitations conflicts. That one is decided again, and
        // counts the other invitation.
        writes: [
          fence(organization),
          createInvitation(invitation),
          ...replaced.map(removeInvitation),
          ...(prepared?.writes ?? []),
          ...beside,
        ],
        ...(mail && { announce: () => announceMail(mail) }),
      }),
    );
  });
};

interface SendInvitation {
  readonly organizationId: OrganizationId;
  readonly invitationId: InvitationId;
  readonly by: Inviter;
}

/** Sends the mail of a pending invitation again, with another token. The token of the earlier mail then opens nothing. */
export const sendInvitation = <A>(
  { organizationId, invitationId, by }: SendInvitation,
  answering: Answering<Invited & { readonly mail: MailItem }, A>,
): Promise<A | Refused<'no_invitation' | 'no_mail' | 'too_many_mails'>> => {
  const { token, secret_hash } = generateInvitationToken(organizationId, invitationId);
  return retryOnConflict(async () => {
    const named = { organization_id: organizationId, id: invitationId };
    const invitation = await getInvitation(named, Date.now());
    if (!invitation) return refuse('no_invitation');
    const { email } = invitation;
    const prepared = await prepareInvitationMail({ organizationId, id: invitationId, email, token, by });
    if (!prepared) return refuse('no_mail');
    const { mail, writes } = prepared;
    if (mail.status === 'held') return refuse('too_many_mails');
    const renewed = { secret_hash, mail_id: mail.id };
    return answering({ invitation: { ...invitation, ...renewed }, token, mail }, (beside) =>
      commitChange({
        records: [actRecord('invitation.sent', organizationId, by, { invitation_id: invitationId })],
        writes: [renewInvitation(invitation, renewed), ...writes, ...beside],
        announce: () => announceMail(mail),
      }),
    );
  });
};

interface InvitationMail {
  readonly organizationId: OrganizationId;
  readonly id: InvitationId;
  readonly email: string;
  readonly token: string;
  readonly by: Inviter;
}

const prepareInvitationMail = ({ organizationId, id, email, token, by }: InvitationMail) =>
  prepareMail({
    sender: organizationId,
    causedBy: by.user.id,
    email,
    subject: { kind: 'invitation', organization_id: organizationId, invitation_id: id },
    encryptSecret: (mailId) => encryptMailSecret(token, mailId),
  });
