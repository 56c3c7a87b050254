import type { Tenant } from '../contract/identifiers.ts';
import { environment } from '../environment.ts';
import { sendMessage } from './client.ts';
import type { PrepareCopyMessage } from './messages.ts';

const queueUrl = environment('preparationsQueueUrl');

/** Asks for a copy to be made, after `delaySeconds`. One `tenant`'s copies hold up nobody else's. */
export const sendPrepareCopy = (
  message: PrepareCopyMessage,
  tenant: Tenant,
  delaySeconds = 0,
): Promise<void> => sendMessage(queueUrl(), message, tenant, delaySeconds);
