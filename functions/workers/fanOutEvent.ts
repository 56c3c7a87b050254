import { allEventTypes } from '../../shared/contract/eventTypes.ts';
import type { EventId } from '../../shared/contract/identifiers.ts';
import { createMail } from '../../shared/data/mail/mails.ts';
import type { ViewsOfMinute } from '../../shared/data/reading/viewCounters.ts';
import { writeBookkeeping } from '../../shared/data/table/commit.ts';
import { patientWorker, retryOnConflict, unlessConflict } from '../../shared/data/table/conflict.ts';
import { type DeliveryItem, newDelivery } from '../../shared/data/webhooks/deliveries.ts';
import { createDeliveries, createSkipped } from '../../shared/data/webhooks/deliveryWrites.ts';
import { type EventItem, getEvents, replaceEvent } from '../../shared/data/webhooks/events.ts';
import { mayReceive, type WebhookItem } from '../../shared/data/webhooks/webhooks.ts';
import { commitViewsEvent } from '../../shared/events/anonymousViews.ts';
import { batchConsumer } from '../../shared/queues/consumer.ts';
import { announceNotice } from '../../shared/queues/mail.ts';
import { type FanOutEventMessage, fanOutEventMessage } from '../../shared/queues/messages.ts';
import { callWorker } from '../../shared/webhooks/callWorker.ts';
import { listEndpoints } from './endpoints/checkedEndpoints.ts';
import { endpointNotices } from './notices/endpointNotices.ts';

/**
 * Creates a delivery for each endpoint that subscribes to an event, and then wakes the lanes of these endpoints. Events of an organization
 * in one batch are handled together. The worker can be killed at any point and the work repeated: deliveries that already have an outcome
 * do not change, and the event stays in the due index until the lanes are awake.
 */
export const handler = batchConsumer(fanOutEventMessage, async (messages) => {
  const found = await getEvents(...new Set(messages.flatMap(eventIdsOf)));
  const due = found.flatMap((event) => (event?.due_at_ms === undefined ? [] : event));
  const done = new Map<EventId, Promise<void>>();
  for (const [, events] of Map.groupBy(due, ({ organization_id }) => organization_id)) {
    const fannedOut = fanOut(events);
    for (const { id } of events) done.set(id, fannedOut);
  }
  return messages.map(async (message) => {
    await Promise.all(eventIdsOf(message).map((id) => done.get(id)));
    if ('views' in message) await fanOutViews(message.views);
  });
});

const eventIdsOf = (message: FanOutEventMessage): readonly EventId[] =>
  'event_ids' in message ? message.event_ids : [];

/** Sends counted views as events, until no counter is left: an event has at most 99 counters. */
async function fanOutViews(views: ViewsOfMinute): Promise<void> {
  for (let event = await commitViewsEvent(views); event; event = await commitViewsEvent(views))
    await fanOut([event]);
}

/** Fans out events of one organization. */
async function fanOut(events: readonly EventItem[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  const webhooks = await listEndpoints(first.organization_id);
  const deliveries = events.flatMap((event) =>
    subscribersOf(event, webhooks).map((webhook) => ({ event, webhook })),
  );
  const pending = deliveries.filter(({ webhook }) => !webhook.disabled);
  const now = Date.now();
  await createDeliveries(pending.map(({ event, webhook }) => newDelivery(event, webhook.id, now)));
  const skipped = deliveries.filter(({ webhook }) => webhook.disabled);
  await Promise.all(skipped.map(({ event, webhook }) => skip(newDelivery(event, webhook.id, now))));
  const called = new Set(pending.map(({ webhook }) => webhook.id));
  await Promise.all([...called].map((id) => callWorker(id, Date.now())));
  await Promise.all(events.map(({ id }) => retryOnConflict(() => finish(id), patientWorker)));
}

/** Returns the endpoints that subscribe to the event and may receive it. */
const subscribersOf = (event: EventItem, webhooks: readonly WebhookItem[]): WebhookItem[] =>
  webhooks.filter(
    (webhook) =>
      webhook.id !== event.not_told_to &&
      (webhook.events.includes(event.type) || webhook.events.includes(allEventTypes)) &&
      mayReceive(webhook, event),
  );

/** Creates a skipped delivery to a disabled endpoint, unless the delivery exists already. */
const skip = (delivery: DeliveryItem): Promise<unknown> =>
  unlessConflict(writeBookkeeping([createSkipped(delivery)]));

/** Ends the fan-out of an event. The same transaction makes the notices about the event, so each owner gets one. */
async function finish(eventId: EventId): Promise<void> {
  const [event] = await getEvents(eventId);
  if (event?.due_at_ms === undefined) return;
  const { due_at_ms: _done, ...done } = event;
  const notices = await endpointNotices(event);
  await writeBookkeeping([replaceEvent(done), ...notices.map(createMail)]);
  await Promise.all(notices.map(announceNotice));
}
