import type { WebhookDetails } from '../contract/resources/webhook.ts';
import { getCaller } from '../data/callers/callers.ts';
import { countScheduled } from '../data/webhooks/schedule.ts';
import type { WebhookItem } from '../data/webhooks/webhooks.ts';
import { presentWebhookState } from '../presentation/present.ts';

/** The count stops here: people only need to see whether there are few or many. */
const pendingMax = 1000;

/** Presents an endpoint with its registrar and its pending deliveries, which are read in one round trip. */
export async function presentWebhookDetails(webhook: WebhookItem): Promise<WebhookDetails> {
  const { id, created_by } = webhook;
  const [registrar, pending_deliveries] = await Promise.all([
    getCaller(created_by),
    countScheduled(id, pendingMax),
  ]);
  const type = created_by.startsWith('svc_') ? 'service_account' : 'user_account';
  return {
    ...presentWebhookState(webhook),
    created_by: { id: created_by, type, name: registrar?.name ?? created_by },
    pending_deliveries,
  };
}
