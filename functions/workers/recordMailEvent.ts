import { recordBounce, recordComplaint } from '../../shared/data/mail/mailBlocks.ts';
import { getMail, recordOutcome } from '../../shared/data/mail/mails.ts';
import { consumer } from '../../shared/queues/consumer.ts';
import { type MailEventMessage, mailEventMessage } from '../../shared/queues/messages.ts';
import { log } from '../../shared/runtime/log.ts';

/** Records what became of a mail, and stops mail to addresses that bounce permanently or complain. An event may come twice. */
export const handler = consumer(mailEventMessage, recordMailEvent);

async function recordMailEvent({ 'detail-type': type, detail }: MailEventMessage): Promise<void> {
  const [id] = detail.mail.tags.mail_id;
  const now = Date.now();
  const mail = await getMail(id, now);
  if (!mail) return;
  // The block is stored before the outcome. If the worker is killed in between, the message is delivered again, and repeating the block
  // changes nothing.
  const { address_hash, sender } = mail;
  if (type === 'Email Complaint Received') await recordComplaint(address_hash, sender, now);
  const isBounced = type === 'Email Bounced';
  const isPermanent = isBounced && detail.bounce?.bounceType === 'Permanent';
  if (isPermanent) await recordBounce(address_hash, sender, now);
  if (type !== 'Email Delivered') log.warn('mail not welcome', { mail_id: id, sender, event: type });
  const status = isBounced || type === 'Email Rejected' ? 'bounced' : 'delivered';
  await recordOutcome(mail, { status, isTransient: isBounced && !isPermanent }, now);
}
