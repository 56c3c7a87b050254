import { secretMatches } from '../credentials/apiKeys.ts';
import { parseInvitationToken } from '../credentials/invitationToken.ts';
import { getCaller } from '../data/callers/callers.ts';
import type { MailSubject } from '../data/mail/mails.ts';
import { getInvitationFor } from '../data/organizations/invitations.ts';
import { baseUrl, invitationPath } from '../presentation/links.ts';
import { speak } from '../words/speak.ts';
import { worded } from '../words/worded.ts';
import { t } from '../words/words.ts';
import { type Composed, minuteOf, say } from './letter.ts';
import { languageFor } from './receiverLanguage.ts';

const roles = {
  owner: 'invitation.owner',
  admin: 'invitation.admin',
  member: 'invitation.member',
} as const;

/**
 * Returns the mail of an invitation; undefined when the invitation has ended or has a newer link. `token`: the token in the link to be
 * mailed.
 */
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
  const language = await languageFor(email, await getCaller(created_by.id));
  return speak(language, async () => ({
    language,
    email,
    subject: say('mail.invitation', { organization: organization.name }),
    paragraphs: [
      say('mail.invitationText', {
        name: created_by.name,
        organization: organization.name,
        role: worded(roles[role]),
      }),
      say('mail.invitationLink', { time: minuteOf(expires_at_seconds * 1000), email }),
    ],
    action: { label: t('mail.invitationAction'), url: baseUrl() + invitationPath(token) },
    afterwards: [t('mail.unknownSender')],
    senderName: organization.name,
  }));
}
