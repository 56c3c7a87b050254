import type { MailId } from '../contract/identifiers.ts';
import type { MailSubject } from '../data/mail/mails.ts';
import { documentUrl } from '../presentation/present.ts';
import { type Composed, minuteOf } from './letter.ts';
import { openShare } from './openShare.ts';

/** Returns the mail of a share; undefined when the share opens nothing any more, or has a newer mail than `id`. */
export async function shareLetter(
  subject: Extract<MailSubject, { kind: 'share' }>,
  id: MailId,
  now: number,
): Promise<Composed | undefined> {
  const open = await openShare(subject, now);
  if (open?.share.mail_id !== id) return undefined;
  const { share, document, organization, sharer } = open;
  const through = organization ? `the document service of ${organization.name}` : 'a document service';
  const until = share.expires_at === null ? '' : ` You can read it until ${minuteOf(share.expires_at)} UTC.`;
  return {
    email: share.email,
    subject: `${sharer.name} shares “${document.title}” with you`,
    paragraphs: [
      `${sharer.name} shares the document “${document.title}” with you, and sends you this mail through ${through}.`,
    ],
    quoted: share.message || undefined,
    action: { label: 'Open the document', url: documentUrl(document.id) },
    afterwards: [
      `Sign in as ${share.email} to read the document.${until}`,
      'If you do not know the sender, ignore this mail. Nothing happens without you.',
    ],
    senderName: organization?.name ?? sharer.name,
  };
}
