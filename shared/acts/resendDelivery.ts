import type { EventId } from '../contract/identifiers.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { asPending, type DeliveryItem, getDelivery } from '../data/webhooks/deliveries.ts';
import { replaceDelivery } from '../data/webhooks/deliveryWrites.ts';
import { getWebhook } from '../data/webhooks/webhooks.ts';
import { commitChange } from '../events/commitChange.ts';
import { actRecord } from '../events/records/record.ts';
import { delivering } from '../webhooks/callWorker.ts';
import type { Answering } from './answering.ts';
import { type EndpointAct, type EndpointRefusal, enabledEndpoint } from './enabledEndpoint.ts';
import { isRefused, type Refused, refuse } from './refusal.ts';

interface ResendDelivery extends EndpointAct {
  readonly eventId: EventId;
}

/**
 * Sends an event to an endpoint again: immediately, and with all retries. If the delivery is still pending, its retries stay as they are,
 * and a worker is called.
 */
export const resendDelivery = <A>(
  { organizationId, webhookId, eventId, by, now }: ResendDelivery,
  answering: Answering<DeliveryItem, A>,
): Promise<A | EndpointRefusal | Refused<'no_delivery'>> =>
  retryOnConflict(async () => {
    const webhook = enabledEndpoint(await getWebhook(organizationId, webhookId));
    if (isRefused(webhook)) return webhook;
    const before = await getDelivery(webhookId, eventId);
    if (!before) return refuse('no_delivery');
    const delivery = before.status === 'pending' ? before : asPending(before, now);
    const about = { webhook_id: webhookId, event_id: eventId };
    return delivering(webhookId, () =>
      answering(delivery, (beside) =>
        commitChange({
          records: [actRecord('webhook.deliveries_resent', organizationId, by, about)],
          writes: [...(delivery === before ? [] : replaceDelivery(before, delivery)), ...beside],
        }),
      ),
    );
  });
