import { secretMatches } from '../credentials/apiKeys.ts';
import { parseInvitationToken } from '../credentials/invitationToken.ts';
import type { MailSubject } from '../data/mail/mails.ts';
import { getInvitationFor } from '../data/organizations/invitations.ts';
import { baseUrl, invitationPath } from '../presentation/links.ts';
import { type Composed, minuteOf } from './letter.ts';

const roles = { owner: 'an owner', admin: 'an admin', member: 'a member' } as const;

/** Returns the mail of an invitation; undefined when it has ended, or has a newer link. `token`: that of its URL. */
export async function invitationLetter(
  { organization_id, invitation_id }: Extract<MailSubject, { kind: 'invitation' }>,
  token: string,
  now: number,
): Promise<Composed | undefined> {
  const named = { organization_id, id: invitation_id };
  const { organization, invitation } = await getInvitationFor(named, null, now);
  const secret = parseInvitationToken(token)?.secret;
  if (!organization || !invitation || !secret || !secretMatches(secret, invitation.secret_hash))
    return undefined;
  const { created_by, email, role, expires_at_seconds } = invitation;
  const until = minuteOf(expires_at_seconds * 1000);
  return {
    email,
    subject: `Invitation to ${organization.name}`,
    paragraphs: [
      `${created_by.name} invites you to join the organization ${organization.name} as ${roles[role]}, and sends you this mail ` +
        `through its document service.`,
      `The link works once, until ${until} UTC, for a person who signs in as ${email}.`,
    ],
    action: { label: 'Open the invitation', url: baseUrl() + invitationPath(token) },
    afterwards: ['If you do not know the sender, ignore this mail. Nothing happens without you.'],
    senderName: organization.name,
  };
}
