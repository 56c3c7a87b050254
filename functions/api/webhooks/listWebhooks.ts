import { actingOrganization } from '../../../shared/access/documents.ts';
import { listWebhooks } from '../../../shared/contract/operations/webhooks.ts';
import * as webhooks from '../../../shared/data/webhooks/webhooks.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentWebhook } from '../../../shared/presentation/present.ts';

export const handler = operation(listWebhooks, async ({ principal }) => {
  const found = await webhooks.listWebhooks(actingOrganization(principal));
  return { webhooks: found.map(presentWebhook) };
});
