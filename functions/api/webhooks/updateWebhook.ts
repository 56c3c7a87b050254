import {
  actingOrganization,
  noManager,
  noOrganization,
  noSuchWebhook,
} from '../../../shared/access/documents.ts';
import { wrongField } from '../../../shared/access/errors.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { updateEndpoint } from '../../../shared/acts/updateEndpoint.ts';
import { updateWebhook } from '../../../shared/contract/operations/webhooks.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentWebhookDetails } from '../../../shared/webhooks/details.ts';
import { refusalOf } from '../../../shared/webhooks/target.ts';
import { targetRules } from '../../../shared/webhooks/targetRules.ts';

export const handler = operation(updateWebhook, async ({ principal, path, body, checkPreconditions }) => {
  const refusal = body.url === undefined ? undefined : refusalOf(body.url, targetRules());
  if (refusal) throw wrongField('url', refusal, body.url, 'url_not_allowed');

  const outcome = await updateEndpoint({
    ...body,
    organizationId: actingOrganization(principal),
    webhookId: path.webhook_id,
    by: principal,
    now: Date.now(),
    guard: async (webhook) => checkPreconditions(await presentWebhookDetails(webhook)),
  });
  // In the API, the caller becomes the registrar. Only operators name another registrar.
  const { after } = accepted(outcome, {
    no_organization: noOrganization,
    no_endpoint: noSuchWebhook,
    no_manager: noManager,
    registrar_needed: noManager,
    registrar_may_not_manage: noManager,
  });
  return presentWebhookDetails(after);
});
