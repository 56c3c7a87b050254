import * as z from 'zod/mini';
import { type DeliveryStatus, deliveryStatus } from '../../contract/enumerations.ts';
import { type EventId, eventId, type WebhookId, webhookId } from '../../contract/identifiers.ts';
import { dateTime } from '../../contract/text.ts';
import { attemptKey, deliveryKey, eventKey, laneKey } from '../keys/webhooks.ts';
import { type Bookkeeping, bookkeeping, creation } from '../table/commit.ts';
import { timeOf } from '../table/ids.ts';
import { parseItem, placedInFilter } from '../table/parse.ts';
import { type Item, readAll } from '../table/read.ts';
import { table } from '../table/table.ts';
import { type EventItem, isExpired, parseEvent } from './events.ts';
import { type Lane, parseLane } from './lanes.ts';
import type { Scheduled } from './schedule.ts';

/** The result of an attempt. */
const outcome = {
  /** null: unknown, because the worker was killed. */
  started_at: z.nullable(dateTime),
  /** True when it was answered with a 2xx status. */
  succeeded: z.boolean(),
  /** null: there was no answer. */
  status_code: z.nullable(z.int()),
  /** The reason why there was no answer, as a class and in words; null: there was an answer. */
  error: z.nullable(z.object({ class: z.string(), message: z.string() })),
  duration_ms: z.nullable(z.int()),
  /** The first 4 KiB of the answer's body. */
  response_body: z.nullable(z.string()),
  next_attempt_at_ms: z.nullable(z.int()),
};

/** One attempt and its result. */
export const attemptItem = z.object({
  webhook_id: webhookId,
  event_id: eventId,
  number: z.int(),
  ...outcome,
  [table.timeToLive]: z.int(),
});
export type AttemptItem = z.infer<typeof attemptItem>;

/** Returns the record of a delivery's latest attempt. It expires with the delivery. */
export const attemptOf = (
  delivery: Pick<AttemptItem, 'webhook_id' | 'event_id' | typeof table.timeToLive> & {
    readonly attempt_count: number;
  },
  outcome: Omit<AttemptItem, 'webhook_id' | 'event_id' | 'number' | typeof table.timeToLive>,
): AttemptItem => ({
  webhook_id: delivery.webhook_id,
  event_id: delivery.event_id,
  number: delivery.attempt_count,
  ...outcome,
  [table.timeToLive]: delivery[table.timeToLive],
});

/** Records an attempt; conflicts when it is recorded already. */
export const createAttempt = (attempt: AttemptItem): Bookkeeping<AttemptItem> =>
  bookkeeping(
    'delivery',
    creation(attemptKey(attempt.webhook_id, attempt.event_id, attempt.number), attempt),
  );

/** One event on its way to one webhook endpoint. While it is pending it has a place in the schedule too (`schedule.ts`). */
const deliveryItem = z.object({
  webhook_id: webhookId,
  event_id: eventId,
  event_type: z.string(),
  status: deliveryStatus,
  /** The number of all attempts so far. */
  attempt_count: z.int(),
  /** The retries since the delivery last became pending. They decide the next pause. */
  retries: z.int(),
  /** null when the delivery is over. */
  next_attempt_at_ms: z.nullable(z.int()),
  /** The attempt of a delivery that succeeded with its first attempt; absent: each attempt has its own item. */
  first_attempt: z.optional(z.object(outcome)),
  [table.timeToLive]: z.int(),
  revision: z.int(),
});
export type DeliveryItem = z.infer<typeof deliveryItem>;

/** A delivery with the attempt that its lane claims. `attempting`: an attempt has begun, and is running or was interrupted. */
export type ShownDelivery = DeliveryItem & { readonly attempting: boolean };

/**
 * A place in the schedule with its delivery and event. Both are undefined when expired. The delivery is also undefined when it was read
 * in the middle of a transaction (Amazon DynamoDB, "Isolation levels for transactions"), and when its place is out of date.
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
  const items = await readAll(ids.flatMap((id) => [deliveryKey(webhookId, id), eventKey(id)]));
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
  const [stored, lane] = await readAll([deliveryKey(webhookId, eventId), laneKey(webhookId)]);
  const delivery = parseDelivery(stored);
  return delivery && shown(delivery, parseLane(lane));
}

/** Loads the deliveries that a killed worker had claimed and not recorded. */
export async function loadInterrupted({ webhook_id, claims = {} }: Lane): Promise<DeliveryItem[]> {
  const ids = z.parse(z.array(eventId), Object.keys(claims));
  const items = await readAll(ids.map((id) => deliveryKey(webhook_id, id)));
  return items.flatMap((item) => {
    const delivery = parseDelivery(item);
    const isOpen =
      delivery?.status === 'pending' && delivery.attempt_count < (claims[delivery.event_id] ?? 0);
    return isOpen ? [delivery] : [];
  });
}

export const parseDelivery = (item: Item | undefined): DeliveryItem | undefined =>
  item && !isExpired(item) ? parseItem(deliveryItem, item, placedInFilter) : undefined;

/** Returns a delivery with the attempt that its lane claims. */
export const shown = (delivery: DeliveryItem, lane: Lane | undefined): ShownDelivery => {
  const claimed = lane?.claims?.[delivery.event_id] ?? 0;
  const attempting = delivery.status === 'pending' && claimed > delivery.attempt_count;
  return { ...delivery, attempting, ...(attempting && { attempt_count: claimed }) };
};

/** The revision of a delivery before any result. */
export const firstRevision = 1;

/**
 * Returns the first state of a delivery: to be attempted at once, in the order of the events. The attempt is due at the time of the event,
 * or at `now` (epoch milliseconds) if that is earlier, because the clock of the event's process may be ahead.
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

/** Returns a finished delivery as pending at `now` (epoch milliseconds), with no retries made. */
export const asPending = (delivery: DeliveryItem, now: number): DeliveryItem => ({
  ...delivery,
  status: 'pending',
  retries: 0,
  next_attempt_at_ms: now,
});

/** Returns a delivery as finished, without a next attempt. */
export const asFinished = (
  delivery: DeliveryItem,
  status: Exclude<DeliveryStatus, 'pending'>,
): DeliveryItem => ({
  ...delivery,
  status,
  next_attempt_at_ms: null,
});
