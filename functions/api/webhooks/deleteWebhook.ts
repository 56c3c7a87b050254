import { actingOrganization, noSuchWebhook } from '../../../shared/access/documents.ts';
import { deleteEndpoint } from '../../../shared/acts/deleteEndpoint.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { deleteWebhook } from '../../../shared/contract/operations/webhooks.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(deleteWebhook, async ({ principal, path }) => {
  const outcome = await deleteEndpoint(actingOrganization(principal), path.webhook_id, principal);
  accepted(outcome, { no_endpoint: noSuchWebhook });
  return {};
});
