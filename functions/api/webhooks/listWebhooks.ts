import { listWebhooks } from '../../../shared/contract/operations/webhooks.ts';
import * as webhooks from '../../../shared/data/webhooks.ts';
import { actingOrganization } from '../../../shared/http/access.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentWebhook } from '../../../shared/present.ts';

export const handler = operation(listWebhooks, async ({ principal }) => {
  const found = await webhooks.listWebhooks(actingOrganization(principal));
  return { webhooks: found.map(presentWebhook) };
});
