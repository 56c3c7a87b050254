import { type DeliveryItem, newDelivery } from '../data/webhooks/deliveries.ts';
import { createDelivery } from '../data/webhooks/deliveryWrites.ts';
import { createEvent } from '../data/webhooks/events.ts';
import { getWebhook } from '../data/webhooks/webhooks.ts';
import { commitChange } from '../events/commitChange.ts';
import { webhookTest } from '../events/records/webhooks.ts';
import { delivering } from '../webhooks/callWorker.ts';
import type { Answering } from './answering.ts';
import { type EndpointAct, type EndpointRefusal, enabledEndpoint } from './enabledEndpoint.ts';
import { isRefused } from './refusal.ts';

/** Sends a test event to an endpoint, even if the endpoint does not subscribe to such events. No other endpoint receives it. */
export async function sendTest<A>(
  { organizationId, webhookId, by, now }: EndpointAct,
  answering: Answering<DeliveryItem, A>,
): Promise<A | EndpointRefusal> {
  const webhook = enabledEndpoint(await getWebhook(organizationId, webhookId));
  if (isRefused(webhook)) return webhook;
  const { record, event } = webhookTest(webhook, by);
  const delivery = newDelivery(event, webhookId, now);
  return delivering(webhookId, () =>
    answering(delivery, (beside) =>
      commitChange({
        records: [record],
        writes: [createEvent(event), ...createDelivery(delivery), ...beside],
      }),
    ),
  );
}
