import type { Context } from 'aws-lambda';
import type { MailId } from '../../shared/contract/identifiers.ts';
import { isBlocked } from '../../shared/data/mail/mailBlocks.ts';
import { countMail } from '../../shared/data/mail/mailCounts.ts';
import { acquireMail, finishMail, isNotice, postponeMail } from '../../shared/data/mail/mails.ts';
import { compose } from '../../shared/mail/compose.ts';
import { isFinal, isThrottling, sendLetter } from '../../shared/mail/ses.ts';
import { consumer } from '../../shared/queues/consumer.ts';
import { sendMailMessage } from '../../shared/queues/messages.ts';
import { log } from '../../shared/runtime/log.ts';
import { noticeOfKeyEnd } from './notices/keyEndNotice.ts';

/** After this time, a worker checks again whether the quota allows a held mail. */
const heldMilliseconds = 5 * 60_000;
/** After this time, a mail that SES throttled is sent again. */
const throttledMilliseconds = 60_000;

/**
 * Sends a mail once. Only one worker at a time has the mail. If the worker is killed, the mail is due again when the lease has ended. SES
 * may then get the mail twice: the killed worker may have sent the mail, and SES's event about the mail may not have arrived yet.
 */
export const handler = consumer(sendMailMessage, async (message, context: Context) => {
  const mailId = 'mail_id' in message ? message.mail_id : await noticeOfKeyEnd(message.key_uuid);
  const until_ms = Date.now() + context.getRemainingTimeInMillis();
  if (mailId) await sendMail(mailId, { id: context.awsRequestId, until_ms });
});

async function sendMail(
  id: MailId,
  lease: { readonly id: string; readonly until_ms: number },
): Promise<void> {
  const now = Date.now();
  const mail = await acquireMail(id, lease, now);
  if (!mail) return;
  const { sender, address_hash, status, subject } = mail;
  if (await isBlocked(address_hash, sender)) {
    await finishMail(mail, 'refused', now);
    return;
  }
  if (status === 'held' && !(await countMail(sender, address_hash, now))) {
    if (isNotice(subject)) await finishMail(mail, 'none', now);
    else await postponeMail(mail, lease, 'held', now + heldMilliseconds);
    return;
  }
  // The mail is composed last, so that no mail is sent for an invitation or a share that has ended meanwhile.
  const letter = await compose(mail, now);
  if (!letter) {
    await finishMail(mail, 'none', now);
    return;
  }
  try {
    await sendLetter(id, letter.email, letter);
  } catch (error) {
    if (isFinal(error)) {
      log.warn('mail refused by SES', { mail_id: id, error });
      await finishMail(mail, 'bounced', Date.now());
      return;
    }
    await postponeMail(mail, lease, 'queued', Date.now() + throttledMilliseconds);
    if (!isThrottling(error)) throw error;
    log.warn('mail throttled by SES', { mail_id: id });
    return;
  }
  await finishMail(mail, 'sent', Date.now());
}
