import * as acts from '../../../shared/acts/replaceEndpoint.ts';
import type { WebhookDisabledReason } from '../../../shared/contract/enumerations.ts';
import type { OrganizationId, WebhookId } from '../../../shared/contract/identifiers.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { withoutEntitlement } from '../../../shared/data/webhooks/entitlement.ts';
import { getWebhook, listWebhooks, type WebhookItem } from '../../../shared/data/webhooks/webhooks.ts';
import { log } from '../../../shared/runtime/log.ts';

/**
 * An endpoint works only while its registrar may manage it. The act that ends this right also disables the endpoint, but the process may be
 * killed between the two. So workers check the right at every use, and disable the endpoint if the right has ended.
 */

/**
 * Reads an endpoint, and disables it if its registrar may not manage it any more. `webhook` is undefined if the endpoint was deleted. Also
 * returns all endpoints of the organization, because the same query reads them.
 */
export const getEndpointAmongOthers = (
  organizationId: OrganizationId,
  webhookId: WebhookId,
): Promise<{ readonly webhook: WebhookItem | undefined; readonly webhooks: readonly WebhookItem[] }> =>
  retryOnConflict(async () => {
    const webhooks = await listWebhooks(organizationId);
    const webhook = webhooks.find(({ id }) => id === webhookId);
    const hasEnded = webhook && (await withoutRight([webhook])).length > 0;
    return { webhook: hasEnded ? await disabled(webhook, 'registrar') : webhook, webhooks };
  });

/**
 * Lists the endpoints of an organization, and disables each one whose registrar may not manage it any more. The check of all registrars
 * takes one more round trip.
 */
export async function listEndpoints(organizationId: OrganizationId): Promise<WebhookItem[]> {
  const webhooks = await listWebhooks(organizationId);
  const ended = await withoutRight(webhooks);
  const endpoints = await Promise.all(
    webhooks.map(async (webhook) => {
      if (!ended.includes(webhook)) return webhook;
      // Reads the endpoint again, because it may have another registrar now.
      return (await getEndpointAmongOthers(organizationId, webhook.id)).webhook;
    }),
  );
  return endpoints.filter((endpoint) => endpoint !== undefined);
}

/** Disables an endpoint if it is enabled. Returns the current endpoint; undefined if it was deleted. */
export const disableEndpoint = (
  { organization_id, id }: WebhookItem,
  reason: WebhookDisabledReason,
): Promise<WebhookItem | undefined> =>
  retryOnConflict(async () => {
    const webhook = await getWebhook(organization_id, id);
    return webhook && !webhook.disabled ? disabled(webhook, reason) : webhook;
  });

/** Returns the enabled endpoints that must be disabled because their registrar may not manage them any more. */
async function withoutRight(webhooks: readonly WebhookItem[]): Promise<WebhookItem[]> {
  const [first, ...others] = webhooks.filter(({ disabled }) => !disabled);
  return first ? withoutEntitlement(first.organization_id, [first, ...others]) : [];
}

async function disabled(webhook: WebhookItem, reason: WebhookDisabledReason): Promise<WebhookItem> {
  const committed = await acts.disableEndpoint(webhook, reason, null);
  const { id: webhook_id, organization_id } = webhook;
  log.warn('webhook endpoint disabled', { webhook_id, organization_id, reason });
  return committed;
}
