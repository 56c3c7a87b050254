import type { Tenant } from '../contract/identifiers.ts';
import { newToken } from '../credentials/tokens.ts';
import { addressHashOf, isBlocked } from '../data/mail/mailBlocks.ts';
import { countMail } from '../data/mail/mailCounts.ts';
import { type MailItem, type MailSubject, newMail } from '../data/mail/mails.ts';
import { newId } from '../data/table/ids.ts';
import { encryptMailSecret } from '../encryption/secrets.ts';
import { environment } from '../runtime/environment.ts';

const mailFrom = environment('mailFrom');

/** Returns whether the stage sends mail. */
export const sendsMail = (): boolean => mailFrom() !== '';

interface Wanted {
  readonly sender: Tenant;
  /** As `normalizedEmail` returns it. */
  readonly email: string;
  readonly subject: MailSubject;
  /** The secret of the link in the mail. It is stored encrypted until SES accepts the mail. */
  readonly secret: string;
}

/**
 * Returns a mail to be committed together with its subject, and counts it in the quotas of its sender. Beyond a quota it is `held`; it is
 * `refused` if the address gets no mail of the sender. Null on a stage that sends no mail.
 */
export async function prepareMail({ sender, email, subject, secret }: Wanted): Promise<MailItem | null> {
  if (!sendsMail()) return null;
  const now = Date.now();
  const id = newId('mail');
  const address_hash = addressHashOf(email);
  const given = { id, sender, subject, address_hash, choice_token: newToken() };
  if (await isBlocked(address_hash, sender)) return newMail({ ...given, status: 'refused' }, now);
  const [isCounted, encrypted] = await Promise.all([
    countMail(sender, address_hash, now),
    encryptMailSecret(secret, id),
  ]);
  return newMail({ ...given, status: isCounted ? 'queued' : 'held', secret: encrypted }, now);
}
