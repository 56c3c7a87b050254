import { addressHashOf } from '../data/mail/mailBlocks.ts';
import type { MailSubject } from '../data/mail/mails.ts';
import { documentUrl } from '../presentation/present.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import { type Composed, minuteOf } from './letter.ts';
import { openShare } from './openShare.ts';

/**
 * Returns the mail to the person who shared about the first reading. Undefined when the share opens nothing any more, when they do not
 * manage the document any more, or when their address is not the one of `addressHash`, for which blocks were checked.
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
  const at = share.read && ` on ${minuteOf(share.read.first_read_at)} UTC`;
  const through = organization ? `The document service of ${organization.name}` : 'The document service';
  return {
    email,
    subject: `${share.email} has read “${document.title}”`,
    paragraphs: [
      `${through} sends you this mail because you asked for it when you shared the document “${document.title}”.`,
      `${share.email} read it for the first time${at ?? ''}.`,
    ],
    action: { label: 'Open the document', url: documentUrl(document.id) },
    afterwards: ['There is no further mail about this share. The page of the document shows its readers.'],
    senderName: organization?.name ?? sharer.name,
  };
}
