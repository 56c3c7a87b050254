import { type DocumentId, type Tenant, ulidOf } from '../contract/identifiers.ts';
import { environment } from '../runtime/environment.ts';
import { log } from '../runtime/log.ts';
import { sendMessage } from './client.ts';
import { groupOfSwept } from './groups.ts';
import type { IndexDocumentMessage } from './messages.ts';

const queueUrl = environment('indexingQueueUrl');

/** Sends the message to write the entries of a document in the search index. The documents of one tenant do not delay those of others. */
export const sendIndexDocument = (
  { document_id, tenant }: IndexDocumentMessage,
  group: Tenant | typeof groupOfSwept = groupOfSwept,
  delaySeconds = 0,
): Promise<void> => sendMessage(queueUrl(), { document_id, tenant }, group, delaySeconds);

/** Sends a message again, so that its document is looked at after `delaySeconds`. Never throws, because the sweep sends a lost message again. */
export const announceLater = (message: IndexDocumentMessage, delaySeconds: number): Promise<void> =>
  sendIndexDocument(message, groupOfSwept, delaySeconds).catch(logUnsent(message.document_id));

/** Sends the message about a document that was just marked. Never throws, because the sweep sends a lost message again. */
export const announceIndexing = (
  document_id: DocumentId,
  tenant: Tenant,
  delaySeconds?: number,
): Promise<void> =>
  sendIndexDocument({ document_id, tenant: ulidOf(tenant) }, tenant, delaySeconds).catch(
    logUnsent(document_id),
  );

const logUnsent = (document_id: DocumentId) => (error: unknown) =>
  log.warn('message not sent; the sweep will send it', { document_id, error: String(error) });
