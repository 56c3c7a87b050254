import type { MailItem } from '../data/mail/mails.ts';
import { decryptMailSecret } from '../encryption/secrets.ts';
import { baseUrl, mailChoicePath } from '../presentation/links.ts';
import { invitationLetter } from './invitationLetter.ts';
import type { Composed, Letter } from './letter.ts';

/** Returns a mail as it is to be sent now; undefined when its subject has ended or has a newer mail. */
export async function compose(mail: MailItem, now: number): Promise<(Letter & Composed) | undefined> {
  const { id, subject, secret } = mail;
  if (secret === undefined) return undefined;
  const composed = await invitationLetter(subject, await decryptMailSecret(secret, id), now);
  return (
    composed && {
      ...composed,
      choice: { label: `Stop mail of ${composed.senderName}`, url: baseUrl() + mailChoicePath(mail) },
    }
  );
}
