import type { Tenant } from '../contract/identifiers.ts';
import { environment } from '../runtime/environment.ts';
import { log } from '../runtime/log.ts';
import { sendMessage } from './client.ts';
import { groupOfSwept } from './groups.ts';
import type { KeepTextMessage } from './messages.ts';

const queueUrl = environment('textsQueueUrl');

/** Sends the message to keep the text of a version. The files of one tenant do not delay those of other tenants. */
export const sendKeepText = (
  { document_id, version_id }: KeepTextMessage,
  group: Tenant | typeof groupOfSwept = groupOfSwept,
): Promise<void> => sendMessage(queueUrl(), { document_id, version_id }, group);

/** Sends the message for a text that was just made due. Never throws, because the sweep sends a lost message again. */
export const announceText = (message: KeepTextMessage, tenant: Tenant): Promise<void> =>
  sendKeepText(message, tenant).catch((error: unknown) =>
    log.warn('message not sent; the sweep will send it', { ...message, error: String(error) }),
  );
