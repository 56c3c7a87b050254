import { allEventTypes } from '../../shared/contract/eventTypes.ts';
import type { EventId, WebhookId } from '../../shared/contract/identifiers.ts';
import { commit, type Write } from '../../shared/data/commit.ts';
import { patientWorker, retryOnConflict } from '../../shared/data/conflict.ts';
import { createDelivery, newDelivery } from '../../shared/data/deliveries.ts';
import { type EventItem, getEvents, replaceEvent } from '../../shared/data/events.ts';
import { mayBeTold, type WebhookItem } from '../../shared/data/webhooks.ts';
import { consumer } from '../../shared/queues/consumer.ts';
import { fanOutEventMessage } from '../../shared/queues/messages.ts';
import { callWorker } from '../../shared/webhooks/callWorker.ts';
import { listEndpoints } from './registrars.ts';

/** Endpoints in a transaction: each has two items in it, and DynamoDB takes a hundred. */
const endpointsPerCommit = 40;

/**
 * Writes one delivery for each endpoint that subscribes to the event, and then calls workers. It can be killed and
 * repeated anywhere: the deliveries are written once, under the event's revision, and the event stays in the due index until
 * the lanes are awake.
 */
export const handler = consumer(fanOutEventMessage, async ({ event_id }) => {
  const webhookIds = await retryOnConflict(() => fanOut(event_id), patientWorker);
  if (!webhookIds) return;
  await Promise.all(webhookIds.map((id) => callWorker(id, Date.now())));
  await retryOnConflict(() => finish(event_id), patientWorker);
});

/** Returns the endpoints that have a delivery to be attempted; undefined when there is nothing to do. */
async function fanOut(eventId: EventId): Promise<readonly WebhookId[] | undefined> {
  let [event] = await getEvents(eventId);
  if (event?.due_at_ms === undefined) return undefined;
  const webhooks = await listEndpoints(event.organization_id);
  // An endpoint that was disabled after an earlier run has a delivery that a worker must skip.
  const isRepeated = event.webhook_ids !== undefined;
  const mayHaveWork = (webhook: WebhookItem | undefined) => webhook && (isRepeated || !webhook.disabled);
  const webhook_ids = event.webhook_ids ?? subscribersOf(event, webhooks).map(({ id }) => id);
  const now = Date.now();
  while (event.fanned_out < webhook_ids.length) {
    const { fanned_out }: EventItem = event;
    const next = webhook_ids.slice(fanned_out, fanned_out + endpointsPerCommit);
    const reached: EventItem = { ...event, webhook_ids, fanned_out: fanned_out + next.length };
    const deliveries = next.flatMap((id) => deliveryTo(id, reached, webhooks, now));
    [event] = await commit([replaceEvent(reached), ...deliveries]);
  }
  return webhook_ids.filter((id) => mayHaveWork(webhooks.find((webhook) => webhook.id === id)));
}

/** Returns the endpoints that subscribe to the event and may be told of it. */
const subscribersOf = (event: EventItem, webhooks: readonly WebhookItem[]): WebhookItem[] =>
  webhooks.filter(
    (webhook) =>
      (webhook.events.includes(event.type) || webhook.events.includes(allEventTypes)) &&
      mayBeTold(webhook, event),
  );

/** Returns no delivery to an endpoint that was deleted in between. */
function deliveryTo(
  id: WebhookId,
  event: EventItem,
  webhooks: readonly WebhookItem[],
  now: number,
): readonly Write[] {
  const webhook = webhooks.find((one) => one.id === id);
  return webhook ? createDelivery(newDelivery(event, webhook, now)) : [];
}

async function finish(eventId: EventId): Promise<void> {
  const [event] = await getEvents(eventId);
  if (event?.due_at_ms === undefined) return;
  const { due_at_ms: _done, ...done } = event;
  await commit([replaceEvent(done)]);
}
