import { actingOrganization, noSuchWebhook } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { getWebhook } from '../../../shared/contract/operations/webhooks.ts';
import * as webhooks from '../../../shared/data/webhooks/webhooks.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentWebhookDetails } from '../../../shared/webhooks/details.ts';

export const handler = operation(getWebhook, async ({ principal, path }) => {
  const found = await webhooks.getWebhook(actingOrganization(principal), path.webhook_id);
  return presentWebhookDetails(existing(found, noSuchWebhook));
});
