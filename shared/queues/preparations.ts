import type { Tenant } from '../contract/identifiers.ts';
import { environment } from '../runtime/environment.ts';
import { sendMessage } from './client.ts';
import type { PrepareCopyMessage } from './messages.ts';

const queueUrl = environment('preparationsQueueUrl');

/** Sends the message to make a copy, after `delaySeconds`. The copies for one `tenant` do not delay those for other tenants. */
export const sendPrepareCopy = (
  message: PrepareCopyMessage,
  tenant: Tenant,
  delaySeconds = 0,
): Promise<void> => sendMessage(queueUrl(), message, tenant, delaySeconds);
