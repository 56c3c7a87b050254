import type { MailStatus } from '../contract/enumerations.ts';
import type { MailId, Tenant } from '../contract/identifiers.ts';
import { environment } from '../runtime/environment.ts';
import { log } from '../runtime/log.ts';
import { sendMessage } from './client.ts';
import { groupOfSwept } from './groups.ts';

const queueUrl = environment('mailQueueUrl');

/** Requests that a mail is sent. The mails of one sender (`group`) do not delay the mails of others. */
export const sendSendMail = (mail_id: MailId, group: string = groupOfSwept): Promise<void> =>
  sendMessage(queueUrl(), { mail_id }, group);

interface Announced {
  readonly id: MailId;
  readonly sender: Tenant;
  readonly status: MailStatus;
}

/** Requests that a mail that was just committed is sent. Never throws: the due index resends a lost message. */
export async function announceMail(mail: Announced): Promise<void> {
  if (mail.status === 'queued') await announceNotice(mail);
}

/** Requests that a notice that was just committed is counted and sent. Never throws, like `announceMail`. */
export const announceNotice = ({ id: mail_id, sender }: Pick<Announced, 'id' | 'sender'>): Promise<void> =>
  sendSendMail(mail_id, sender).catch((error: unknown) =>
    log.warn('message not sent; the sweep will send it', { mail_id, error: String(error) }),
  );
