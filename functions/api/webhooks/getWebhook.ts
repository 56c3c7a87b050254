import { getWebhook } from '../../../shared/contract/operations/webhooks.ts';
import * as webhooks from '../../../shared/data/webhooks.ts';
import { actingOrganization, existingWebhook } from '../../../shared/http/access.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentWebhookDetails, standingOf } from '../../../shared/webhooks/manage.ts';

export const handler = operation(getWebhook, async ({ principal, path }) => {
  const found = await webhooks.getWebhook(actingOrganization(principal), path.webhook_id);
  const webhook = existingWebhook(found);
  return presentWebhookDetails(webhook, await standingOf(webhook));
});
