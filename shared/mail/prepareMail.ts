import type { MailId, Tenant } from '../contract/identifiers.ts';
import { newToken } from '../credentials/tokens.ts';
import { addressHashOf, isBlocked } from '../data/mail/mailBlocks.ts';
import { countingIfAllowed } from '../data/mail/mailCounts.ts';
import { createMail, type MailItem, type MailSubject, newMail } from '../data/mail/mails.ts';
import type { Bookkeeping } from '../data/table/commit.ts';
import { newId } from '../data/table/ids.ts';
import { environment } from '../runtime/environment.ts';

const mailFrom = environment('mailFrom');

/** Returns whether the stage sends mail. */
export const sendsMail = (): boolean => mailFrom() !== '';

interface Wanted {
  readonly sender: Tenant;
  /** As `normalizedEmail` returns it. */
  readonly email: string;
  readonly subject: MailSubject;
}

interface WantedMail extends Wanted {
  /** Encrypts the secret of the link in the mail, which is stored until SES accepts the mail. Default: the link has no secret */
  readonly encryptSecret?: (id: MailId) => Promise<string>;
}

const newMailOf = ({ sender, email, subject }: Wanted) => ({
  id: newId('mail'),
  sender,
  subject,
  address_hash: addressHashOf(email),
  choice_token: newToken(),
});

interface PreparedMail {
  readonly mail: MailItem;
  /** They create the mail, and count it in the quotas of its sender if it is `queued`. */
  readonly writes: readonly Bookkeeping[];
}

/**
 * Returns a mail. Commit it together with its subject. Prepare it again after a conflict, because other requests may have used up a quota.
 * A mail beyond the quotas of its sender is `held`. It is `refused` if the address gets no mail of the sender. Null on a stage that sends
 * no mail.
 */
export async function prepareMail({ encryptSecret, ...wanted }: WantedMail): Promise<PreparedMail | null> {
  if (!sendsMail()) return null;
  const now = Date.now();
  const given = newMailOf(wanted);
  const { id, sender, address_hash } = given;
  if (await isBlocked(address_hash, sender)) return created(newMail({ ...given, status: 'refused' }, now));
  const [counting, secret] = await Promise.all([
    countingIfAllowed(sender, address_hash, now),
    encryptSecret?.(id),
  ]);
  const status = counting ? 'queued' : 'held';
  return created(newMail({ ...given, status, ...(secret !== undefined && { secret }) }, now), counting);
}

const created = (mail: MailItem, counting: readonly Bookkeeping[] = []): PreparedMail => ({
  mail,
  writes: [createMail(mail), ...counting],
});

/**
 * Returns a notice to be committed together with what it reports. It is `held` until the worker counts it. The worker drops it if a quota
 * is used up. So the request that makes the notice reads no quota.
 */
export const prepareNotice = (wanted: Wanted): MailItem =>
  newMail({ ...newMailOf(wanted), status: 'held' }, Date.now());
