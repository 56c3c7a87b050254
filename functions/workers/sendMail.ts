import type { Context } from 'aws-lambda';
import type { MailId } from '../../shared/contract/identifiers.ts';
import { blockOf } from '../../shared/data/mail/mailBlocks.ts';
import { countingIfAllowed, countOwnerNotice } from '../../shared/data/mail/mailCounts.ts';
import {
  acquireMail,
  finishMail,
  isOfOwners,
  isUncounted,
  type MailItem,
  postponeMail,
} from '../../shared/data/mail/mails.ts';
import { writeBookkeeping } from '../../shared/data/table/commit.ts';
import { patientWorker, retryOnConflict } from '../../shared/data/table/conflict.ts';
import { timeOf } from '../../shared/data/table/ids.ts';
import { compose } from '../../shared/mail/compose.ts';
import { isFinal, isThrottling, sendLetter } from '../../shared/mail/ses.ts';
import { consumer } from '../../shared/queues/consumer.ts';
import { sendMailMessage } from '../../shared/queues/messages.ts';
import { log } from '../../shared/runtime/log.ts';

/** A worker checks again whether the quotas allow a waiting mail: after half of the time that the mail waits, within these limits. */
const waitMilliseconds = { least: 5 * 60_000, most: 60 * 60_000 };
/** After this time, a mail that SES throttled is sent again. */
const throttledMilliseconds = 60_000;

/**
 * Sends a mail once. Only one worker at a time has the mail. If the worker is killed, the mail is due again when the lease has ended. SES
 * may then get the mail twice: the killed worker may have sent the mail, and SES's event about the mail may not have arrived yet.
 */
export const handler = consumer(sendMailMessage, async (message, context: Context) => {
  // Release 1.0.0 also sent messages about keys that end. These keys are still due, and the sweep makes their notices.
  if (!('mail_id' in message)) return;
  const until_ms = Date.now() + context.getRemainingTimeInMillis();
  await sendMail(message.mail_id, { id: context.awsRequestId, until_ms });
});

async function sendMail(
  id: MailId,
  lease: { readonly id: string; readonly until_ms: number },
): Promise<void> {
  const now = Date.now();
  const mail = await acquireMail(id, lease, now);
  if (!mail) return;
  const { sender, address_hash, subject } = mail;
  const block = await blockOf(address_hash, sender, isOfOwners(subject));
  if (block === 'own') {
    await finishMail(mail, 'refused', now);
    return;
  }
  const waits = isUncounted(mail) && (await countMail(mail, now));
  if (waits) {
    await postponeMail(mail, lease, waits, nextTryOf(mail, now), waits === 'queued');
    return;
  }
  if (block === 'others') {
    // The address gets no mail because of other senders. The sender of this mail must not learn that.
    await finishMail(mail, 'sent', now);
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
  log.info('mail sent', { mail_id: id, sender, ...(mail.caused_by && { caused_by: mail.caused_by }) });
  await finishMail(mail, 'sent', Date.now());
}

/**
 * Counts a mail that waits. Returns undefined if the quotas allow the mail, and otherwise the status that it has until the next try. A
 * counted mail stays counted, even if it is not sent.
 */
const countMail = (mail: MailItem, now: number): Promise<'held' | 'queued' | undefined> =>
  retryOnConflict(async () => {
    if (isOfOwners(mail.subject)) return (await countOwnerNotice(mail, now)) ? undefined : 'held';
    const counting = await countingIfAllowed(mail, now);
    if (typeof counting === 'string') return counting;
    await writeBookkeeping(counting);
    return undefined;
  }, patientWorker);

const nextTryOf = ({ id }: MailItem, now: number): number => {
  const { least, most } = waitMilliseconds;
  return now + Math.min(Math.max((now - timeOf(id)) / 2, least), most);
};
