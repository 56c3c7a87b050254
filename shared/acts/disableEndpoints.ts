import { retryOnConflict } from '../data/table/conflict.ts';
import { disabledFor, listWebhooks, replaceWebhook, type WebhookItem } from '../data/webhooks/webhooks.ts';
import type { By } from '../events/records/record.ts';
import { webhookDisabledRecord } from '../events/records/webhooks.ts';
import { disableEndpoint } from './replaceEndpoint.ts';

/**
 * The largest number of endpoints that are disabled in the commit that removes the registrar's right. Each endpoint takes three of the 100
 * items of a DynamoDB transaction: the endpoint, its entry and its event. Ten items are left for the change itself. An organization has at
 * most 50 endpoints. Later commits disable the other 20 endpoints. If the process ends before these commits, workers disable them.
 */
const togetherMax = 30;

/**
 * Disables endpoints whose registrar may not manage the organization any more. Returns the records and writes for the commit that removes
 * the right, and `finish`, which disables the endpoints for which that commit has no room. `now`: epoch milliseconds.
 */
export function disableEndpoints(endpoints: readonly WebhookItem[], by: By, now: number) {
  const disabled = endpoints.slice(0, togetherMax).map((webhook) => disabledFor(webhook, 'registrar', now));
  return {
    records: disabled.map((webhook) => webhookDisabledRecord(webhook, by)),
    writes: disabled.map(replaceWebhook),
    finish: async (): Promise<void> => {
      for (const webhook of endpoints.slice(togetherMax)) await stopLater(webhook, by);
    },
  };
}

/** Disables an endpoint, unless it is disabled already or has got another registrar. */
const stopLater = ({ id, organization_id, created_by }: WebhookItem, by: By): Promise<void> =>
  retryOnConflict(async () => {
    const webhook = (await listWebhooks(organization_id)).find((one) => one.id === id);
    if (webhook && !webhook.disabled && webhook.created_by === created_by)
      await disableEndpoint(webhook, 'registrar', by);
  });
