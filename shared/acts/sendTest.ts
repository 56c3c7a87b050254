import { type DeliveryItem, newDelivery } from '../data/deliveries.ts';
import { createDelivery } from '../data/deliveryWrites.ts';
import { withoutFanOut } from '../data/events.ts';
import { getWebhook } from '../data/webhooks.ts';
import { commitChange } from '../events/commitChange.ts';
import { webhookTestRecord } from '../events/records.ts';
import { delivering } from '../webhooks/callWorker.ts';
import type { Answering } from './answering.ts';
import { type EndpointAct, type EndpointRefusal, enabledEndpoint } from './enabledEndpoint.ts';
import { isRefused } from './refusal.ts';

/** Sends an endpoint a test event, whatever it subscribes to. No other endpoint receives it. */
export async function sendTest<A>(
  { organizationId, webhookId, by, now }: EndpointAct,
  answering: Answering<DeliveryItem, A>,
): Promise<A | EndpointRefusal> {
  const webhook = enabledEndpoint(await getWebhook(organizationId, webhookId));
  if (isRefused(webhook)) return webhook;
  const record = webhookTestRecord(webhook, by);
  const event = withoutFanOut(record.event);
  const delivery = newDelivery(event, webhookId, now);
  return delivering(webhookId, () =>
    answering(delivery, (beside) =>
      commitChange({
        records: [{ ...record, event }],
        writes: [...createDelivery(delivery), ...beside],
      }),
    ),
  );
}
