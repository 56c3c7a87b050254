import { deleteWebhook } from '../../../shared/contract/operations/webhooks.ts';
import { actingOrganization, existingWebhook } from '../../../shared/http/access.ts';
import { operation } from '../../../shared/http/operation.ts';
import { deleteEndpoint } from '../../../shared/webhooks/manage.ts';

export const handler = operation(deleteWebhook, async ({ principal, path }) => {
  existingWebhook(await deleteEndpoint(actingOrganization(principal), path.webhook_id, principal));
  return {};
});
