import { pages } from '../contract/pages.ts';
import { getCaller } from '../data/callers/callers.ts';
import { addressHashOf } from '../data/mail/mailBlocks.ts';
import type { MailSubject } from '../data/mail/mails.ts';
import { getMembership } from '../data/organizations/membership.ts';
import { powersFrom } from '../data/organizations/ownership.ts';
import { baseUrl } from '../presentation/links.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import { speak } from '../words/speak.ts';
import { t } from '../words/words.ts';
import { type Composed, minuteOf, say } from './letter.ts';
import { languageOf } from './receiverLanguage.ts';

/**
 * Returns the mail to an owner about a new owner whom no owner with powers appointed. Undefined when the new owner has lost the role or was
 * appointed by now, or when the receiver's address has changed. The receiver gets it even if the new owner took their role meanwhile.
 */
export async function newOwnerLetter(
  { organization_id, user_id, owner_id, made_by_id, since }: Extract<MailSubject, { kind: 'new_owner' }>,
  addressHash: string,
): Promise<Composed | undefined> {
  const [receiver, { organization, member }, maker] = await Promise.all([
    getCaller(user_id),
    getMembership(owner_id, organization_id),
    made_by_id === undefined || made_by_id === owner_id ? undefined : getCaller(made_by_id),
  ]);
  const email = receiver?.email ? normalizedEmail(receiver.email) : undefined;
  if (!organization || receiver?.disabled_at !== null || !email || addressHashOf(email) !== addressHash)
    return undefined;
  const ownership = member?.ownership;
  if (!member || !ownership || ownership.since !== since || ownership.appointed_at !== null) return undefined;
  const from = powersFrom(ownership, organization.powers_since);
  const names = { name: member.name, organization: organization.name };
  const language = languageOf(receiver);
  return speak(language, async () => ({
    language,
    email,
    subject: maker ? say('mail.newOwnerBy', { ...names, by: maker.name }) : say('mail.newOwner', names),
    paragraphs: [
      say('mail.newOwnerText', { organization: organization.name }),
      maker
        ? say('mail.newOwnerByOn', { ...names, by: maker.name, time: minuteOf(since) })
        : say('mail.newOwnerOn', { ...names, time: minuteOf(since) }),
      ...(from === null ? [] : [say('mail.newOwnerPowers', { time: minuteOf(from) })]),
    ],
    action: { label: t('mail.newOwnerAction'), url: `${baseUrl() + pages.console.path}/organization` },
    afterwards: [t('mail.newOwnerLost'), say('mail.newOwnerAlways', { organization: organization.name })],
    senderName: organization.name,
  }));
}
