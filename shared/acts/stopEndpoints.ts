import { retryOnConflict } from '../data/conflict.ts';
import { disabledFor, listWebhooks, replaceWebhook, type WebhookItem } from '../data/webhooks.ts';
import { type By, webhookDisabledRecord } from '../events/records.ts';
import { disableEndpoint } from './replaceEndpoint.ts';

/**
 * So many endpoints are disabled in the commit that takes somebody's right: each is three of the hundred items that DynamoDB takes
 * in a transaction (the endpoint, its entry and its event), and ten are left for the change itself. The others of fifty follow in
 * commits of their own; if the process is killed before that, workers find them, as they do every endpoint whose registrar may
 * not manage the organization.
 */
const togetherMax = 30;

/**
 * Returns what disables endpoints of an organization whose registrar may not manage it any more: the records and the writes for the
 * commit that takes the right, and `finish` for the endpoints for which that has no room. `now`: epoch milliseconds.
 */
export function stopEndpoints(endpoints: readonly WebhookItem[], by: By, now: number) {
  const disabled = endpoints.slice(0, togetherMax).map((webhook) => disabledFor(webhook, 'registrar', now));
  return {
    records: disabled.map((webhook) => webhookDisabledRecord(webhook, by)),
    writes: disabled.map(replaceWebhook),
    finish: async (): Promise<void> => {
      for (const webhook of endpoints.slice(togetherMax)) await stopLater(webhook, by);
    },
  };
}

/** Disables an endpoint, unless that was done or somebody else has become its registrar. */
const stopLater = ({ id, organization_id, created_by }: WebhookItem, by: By): Promise<void> =>
  retryOnConflict(async () => {
    const webhook = (await listWebhooks(organization_id)).find((one) => one.id === id);
    if (webhook && !webhook.disabled && webhook.created_by === created_by)
      await disableEndpoint(webhook, 'registrar', by);
  });
