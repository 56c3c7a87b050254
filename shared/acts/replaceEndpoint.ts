import type { WebhookDisabledReason } from '../contract/enumerations.ts';
import type { Change } from '../data/table/commit.ts';
import { disabledFor, replaceWebhook, type WebhookItem } from '../data/webhooks/webhooks.ts';
import { commitChange } from '../events/commitChange.ts';
import { actRecord, type By } from '../events/records/record.ts';
import { webhookDisabledRecord } from '../events/records/webhooks.ts';

/**
 * Commits the next state of an endpoint together with other writes, and returns the stored endpoint. If the endpoint becomes disabled, the
 * organization's other endpoints receive an event. Throws a conflict if the endpoint has changed since it was loaded.
 */
export async function replaceEndpoint(
  before: WebhookItem,
  next: WebhookItem,
  by: By,
  beside: readonly Change[] = [],
  type: 'webhook.updated' | 'webhook.secret_rotated' = 'webhook.updated',
): Promise<WebhookItem> {
  const becomesDisabled = !before.disabled && next.disabled !== null;
  const { organization_id, id } = next;
  const [committed] = await commitChange({
    audience: { organization_id, isThere: true },
    records: [
      becomesDisabled
        ? webhookDisabledRecord(next, by)
        : actRecord(type, organization_id, by, { webhook_id: id }),
    ],
    writes: [replaceWebhook(next), ...beside],
  });
  return committed;
}

/** Disables an endpoint. Throws a conflict if the endpoint has changed since it was loaded. */
export const disableEndpoint = (webhook: WebhookItem, reason: WebhookDisabledReason, by: By) =>
  replaceEndpoint(webhook, disabledFor(webhook, reason, Date.now()), by);
