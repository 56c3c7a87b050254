import type { OrganizationId, WebhookId } from '../contract/identifiers.ts';
import { getOrganization } from '../data/organizations/organizations.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { getWebhook, removeWebhook, type WebhookItem } from '../data/webhooks/webhooks.ts';
import { commitChange } from '../events/commitChange.ts';
import { actRecord, type By } from '../events/records/record.ts';
import { type Refused, refuse } from './refusal.ts';

/** Deletes an endpoint and returns it. Its pending deliveries are not attempted any more. */
export const deleteEndpoint = (
  organizationId: OrganizationId,
  webhookId: WebhookId,
  by: By,
): Promise<WebhookItem | Refused<'no_endpoint'>> =>
  retryOnConflict(async () => {
    const [webhook, organization] = await Promise.all([
      getWebhook(organizationId, webhookId),
      getOrganization(organizationId),
    ]);
    if (!webhook || !organization) return refuse('no_endpoint');
    await commitChange({
      records: [actRecord('webhook.deleted', organizationId, by, { webhook_id: webhookId })],
      writes: removeWebhook(webhook, organization),
    });
    return webhook;
  });
