import { addressHashOf } from '../data/mail/mailBlocks.ts';
import type { MailSubject } from '../data/mail/mails.ts';
import { documentUrl } from '../presentation/present.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import { speak } from '../words/speak.ts';
import { t } from '../words/words.ts';
import { type Composed, minuteOf, say, serviceOf } from './letter.ts';
import { openShare } from './openShare.ts';
import { languageOf } from './receiverLanguage.ts';

/**
 * Returns the mail about the first reading, which is for the person who shared the document. Undefined when the share opens nothing any
 * more, when the person does not manage the document any more, or when the person's address is no longer the one for which blocks were
 * checked (`addressHash`).
 */
export async function firstReadingLetter(
  subject: Extract<MailSubject, { kind: 'first_reading' }>,
  addressHash: string,
  now: number,
): Promise<Composed | undefined> {
  const open = await openShare(subject, now);
  if (!open) return undefined;
  const { share, document, organization, sharer, member } = open;
  const isCreator = document.created_by.id === sharer.id;
  const manages = organization ? member && (isCreator || member.role !== 'member') : isCreator;
  const email = sharer.email === null ? undefined : normalizedEmail(sharer.email);
  if (!manages || sharer.disabled_at !== null || !email || addressHashOf(email) !== addressHash)
    return undefined;
  const { read, email: reader } = share;
  const { title } = document;
  const language = languageOf(sharer);
  return speak(language, async () => ({
    language,
    email,
    subject: say('mail.read', { reader, title }),
    paragraphs: [
      say('mail.readText', { through: serviceOf(organization) }),
      read
        ? say('mail.readOn', { reader, time: minuteOf(read.first_read_at) })
        : say('mail.readOnce', { reader }),
    ],
    title,
    action: { label: t('mail.openDocument'), url: documentUrl(document.id) },
    afterwards: [t('mail.readNoMore')],
    senderName: organization?.name ?? sharer.name,
  }));
}
