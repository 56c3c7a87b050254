import { pages } from '../contract/pages.ts';
import { getCaller } from '../data/callers/callers.ts';
import { addressHashOf } from '../data/mail/mailBlocks.ts';
import type { MailItem, MailSubject } from '../data/mail/mails.ts';
import { getMembership } from '../data/organizations/membership.ts';
import { baseUrl } from '../presentation/links.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import { speak } from '../words/speak.ts';
import { worded } from '../words/worded.ts';
import { t } from '../words/words.ts';
import { type Composed, minuteOf, say } from './letter.ts';
import { languageOf } from './receiverLanguage.ts';

const roles = {
  owner: 'invitation.owner',
  admin: 'invitation.admin',
  member: 'invitation.member',
} as const;

/**
 * Returns the mail to a person whom somebody else removed as an owner, or gave another role. Undefined when the person is an owner again,
 * or when their address has changed.
 */
export async function lostOwnershipLetter(
  { organization_id, user_id, made_by_id, since }: Extract<MailSubject, { kind: 'new_owner' }>,
  { role, reclaimable_until }: NonNullable<MailItem['lost_ownership']>,
  addressHash: string,
  now: number,
): Promise<Composed | undefined> {
  const [receiver, { organization, member }, actor] = await Promise.all([
    getCaller(user_id),
    getMembership(user_id, organization_id),
    made_by_id && getCaller(made_by_id),
  ]);
  const email = receiver?.email ? normalizedEmail(receiver.email) : undefined;
  if (!organization || receiver?.disabled_at !== null || !email || addressHashOf(email) !== addressHash)
    return undefined;
  if (!actor || member?.ownership) return undefined;
  const names = { by: actor.name, organization: organization.name };
  const canReclaim = reclaimable_until !== null && Date.parse(reclaimable_until) > now;
  const language = languageOf(receiver);
  return speak(language, async () => ({
    language,
    email,
    subject: role === null ? say('mail.removedOwner', names) : say('mail.demotedOwner', names),
    paragraphs: [
      say('mail.lostOwnershipText', { organization: organization.name }),
      role === null
        ? say('mail.removedOwnerOn', { ...names, time: minuteOf(since) })
        : say('mail.demotedOwnerOn', {
            ...names,
            role: worded(roles[role]),
            time: minuteOf(since),
          }),
      canReclaim
        ? say('mail.lostOwnershipReclaim', { time: minuteOf(reclaimable_until) })
        : t('mail.lostOwnershipFinal'),
    ],
    action: canReclaim
      ? { label: t('mail.newOwnerAction'), url: `${baseUrl() + pages.console.path}/me` }
      : { label: t('mail.lostOwnershipAction'), url: baseUrl() + pages.console.path },
    afterwards: [say('mail.newOwnerAlways', { organization: organization.name })],
    senderName: organization.name,
  }));
}
