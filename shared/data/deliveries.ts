import * as z from 'zod/mini';
import { type DeliveryStatus, deliveryStatus } from '../contract/enumerations.ts';
import { type EventId, eventId, type WebhookId, webhookId } from '../contract/identifiers.ts';
import { outcome } from './attempts.ts';
import { type EventItem, isExpired, parseEvent } from './events.ts';
import { timeOf } from './ids.ts';
import { deliveryKey, eventKey, laneKey } from './keys.ts';
import { type Lane, parseLane } from './lanes.ts';
import { parseItem, placedInFilter } from './parse.ts';
import { type Item, readItems } from './read.ts';
import type { Scheduled } from './schedule.ts';
import { table } from './table.ts';

/** One event on its way to one webhook endpoint. While it is pending it has a place in the schedule too (`schedule.ts`). */
const deliveryItem = z.object({
  webhook_id: webhookId,
  event_id: eventId,
  event_type: z.string(),
  status: deliveryStatus,
  /** The attempts that were ever made. */
  attempt_count: z.int(),
  /** The retries since the delivery was last made pending: they decide the next pause. */
  retries: z.int(),
  /** null when the delivery is over. */
  next_attempt_at_ms: z.nullable(z.int()),
  /** The first attempt of a delivery that succeeded with it; absent: each attempt has an item of its own. */
  first_attempt: z.optional(z.object(outcome)),
  [table.timeToLive]: z.int(),
  revision: z.int(),
});
export type DeliveryItem = z.infer<typeof deliveryItem>;

/** A delivery with the attempt that its lane says has begun: `attempting` while it is being made, or was cut off. */
export type ShownDelivery = DeliveryItem & { readonly attempting: boolean };

/**
 * A place in the schedule with its delivery and event. They are undefined when expired; the delivery also when it was read in
 * the middle of a transaction (Amazon DynamoDB, "Isolation levels for transactions"), and when the place was left over.
 */
export interface LoadedDelivery {
  readonly scheduled: Scheduled;
  readonly delivery: DeliveryItem | undefined;
  readonly event: EventItem | undefined;
}

/** Loads up to 50 deliveries of an endpoint with their events, in one round trip. */
export async function loadDeliveries(
  webhookId: WebhookId,
  places: readonly Scheduled[],
): Promise<LoadedDelivery[]> {
  const ids = [...new Set(places.map(({ event_id }) => event_id))];
  const items = await readItems(...ids.flatMap((id) => [deliveryKey(webhookId, id), eventKey(id)]));
  return places.map((scheduled) => {
    const [stored, event] = items.slice(2 * ids.indexOf(scheduled.event_id));
    const delivery = parseDelivery(stored);
    const isThere = delivery?.next_attempt_at_ms === scheduled.at_ms;
    return { scheduled, delivery: isThere ? delivery : undefined, event: parseEvent(event) };
  });
}

/** Returns a delivery, if it is there and has not expired. */
export async function getDelivery(
  webhookId: WebhookId,
  eventId: EventId,
): Promise<ShownDelivery | undefined> {
  const [stored, lane] = await readItems(deliveryKey(webhookId, eventId), laneKey(webhookId));
  const delivery = parseDelivery(stored);
  return delivery && shown(delivery, parseLane(lane));
}

/** Loads the deliveries that a worker had claimed which was killed, and did not record. */
export async function loadInterrupted({ webhook_id, claims = {} }: Lane): Promise<DeliveryItem[]> {
  const ids = z.parse(z.array(eventId), Object.keys(claims));
  const items = await readItems(...ids.map((id) => deliveryKey(webhook_id, id)));
  return items.flatMap((item) => {
    const delivery = parseDelivery(item);
    const isOpen =
      delivery?.status === 'pending' && delivery.attempt_count < (claims[delivery.event_id] ?? 0);
    return isOpen ? [delivery] : [];
  });
}

export const parseDelivery = (item: Item | undefined): DeliveryItem | undefined =>
  item && !isExpired(item) ? parseItem(deliveryItem, item, placedInFilter) : undefined;

/** Returns a delivery as its lane says that it is. */
export const shown = (delivery: DeliveryItem, lane: Lane | undefined): ShownDelivery => {
  const claimed = lane?.claims?.[delivery.event_id] ?? 0;
  const attempting = delivery.status === 'pending' && claimed > delivery.attempt_count;
  return { ...delivery, attempting, ...(attempting && { attempt_count: claimed }) };
};

/** The revision of a delivery of which nothing has come yet. */
export const firstRevision = 1;

/**
 * Returns the first state of a delivery: to be attempted at once, in the order of the events. `now` in epoch milliseconds; the
 * clock of the machine that made the event may be ahead of it.
 */
export const newDelivery = (
  event: Pick<EventItem, 'id' | 'type' | typeof table.timeToLive>,
  webhookId: WebhookId,
  now: number,
): DeliveryItem => ({
  webhook_id: webhookId,
  event_id: event.id,
  event_type: event.type,
  status: 'pending',
  attempt_count: 0,
  retries: 0,
  next_attempt_at_ms: Math.min(timeOf(event.id), now),
  [table.timeToLive]: event[table.timeToLive],
  revision: firstRevision,
});

/** Returns a delivery that is over as one to be attempted at `now` (epoch milliseconds), with no retries made. */
export const pendingAgain = (delivery: DeliveryItem, now: number): DeliveryItem => ({
  ...delivery,
  status: 'pending',
  retries: 0,
  next_attempt_at_ms: now,
});

/** Returns a delivery as one that is over: there is no next attempt. */
export const overAs = (delivery: DeliveryItem, status: Exclude<DeliveryStatus, 'pending'>): DeliveryItem => ({
  ...delivery,
  status,
  next_attempt_at_ms: null,
});
