import type { MailId } from '../contract/identifiers.ts';
import type { MailSubject } from '../data/mail/mails.ts';
import { documentUrl } from '../presentation/present.ts';
import { speak } from '../words/speak.ts';
import { t } from '../words/words.ts';
import { type Composed, say } from './letter.ts';
import { howToSignIn, openShare } from './openShare.ts';
import { languageFor } from './receiverLanguage.ts';

/** Returns the mail of a share; undefined when the share opens nothing any more, or has a newer mail than `id`. */
export async function shareLetter(
  subject: Extract<MailSubject, { kind: 'share' }>,
  id: MailId,
  now: number,
): Promise<Composed | undefined> {
  const open = await openShare(subject, now);
  if (open?.share.mail_id !== id) return undefined;
  const { share, document, organization, sharer } = open;
  const { email, message } = share;
  const { title } = document;
  const { name } = sharer;
  const language = await languageFor(email, sharer);
  return speak(language, async () => ({
    language,
    email,
    subject: say('mail.share', { name, title }),
    paragraphs: [
      organization
        ? say('mail.shareTextOf', { name, organization: organization.name })
        : say('mail.shareText', { name }),
    ],
    title,
    quoted: message || undefined,
    action: { label: t('mail.openDocument'), url: documentUrl(document.id) },
    afterwards: [howToSignIn(share), t('mail.unknownSender')],
    senderName: organization?.name ?? name,
  }));
}
