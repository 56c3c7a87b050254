import { environment } from '../runtime/environment.ts';
import { sendMessage } from './client.ts';
import type { RecordAccessRequestMessage } from './messages.ts';

const queueUrl = environment('accessRequestsQueueUrl');

/**
 * Sends a request for access to the worker, which finds out whether the document exists. The requests of one person do not delay those of
 * others. Throws when SQS does not accept the message, because nothing else stores the request.
 */
export const sendAccessRequest = (request: RecordAccessRequestMessage): Promise<void> =>
  sendMessage(queueUrl(), request, request.user_id);
