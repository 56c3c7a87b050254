import * as z from 'zod/mini';
import { type EventId, eventId, type Ulid, type WebhookId, webhookId } from '../contract/identifiers.ts';
import { dateTime } from '../contract/text.ts';
import { creation, replacement, type Write } from './commit.ts';
import { type EventItem, isExpired, parseEvent } from './events.ts';
import { attemptKey, attemptPrefix, deliveryKey, deliveryPrefix, eventKey, laneKey } from './keys.ts';
import { queryItems, readItems, under } from './read.ts';
import { type Scheduled, schedule, unschedule } from './schedule.ts';
import { table } from './table.ts';

/** `pending` is the only state with something left to do. An operator can make a delivery pending again. */
export const deliveryStatus = z.enum(['pending', 'succeeded', 'failed', 'skipped']);
export type DeliveryStatus = z.infer<typeof deliveryStatus>;

/** One event on its way to one webhook endpoint. */
export const deliveryItem = z.object({
  webhook_id: webhookId,
  event_id: eventId,
  event_type: z.string(),
  status: deliveryStatus,
  /** The attempts that have ever begun. */
  attempt_count: z.int(),
  /** True while the last of them is not recorded: it is being made, or was cut off. */
  attempting: z.boolean(),
  /** The retries since the delivery was last made pending: they decide the next pause. */
  retries: z.int(),
  /** null when the delivery is over. */
  next_attempt_at_ms: z.nullable(z.int()),
  [table.timeToLive]: z.int(),
  revision: z.int(),
});
export type DeliveryItem = z.infer<typeof deliveryItem>;

/** The outcome of one attempt. */
export const attemptItem = z.object({
  webhook_id: webhookId,
  event_id: eventId,
  number: z.int(),
  /** null: not known, because the worker was killed. */
  started_at: z.nullable(dateTime),
  /** True when it was answered with a 2xx status. */
  succeeded: z.boolean(),
  /** null: there was no answer. */
  status_code: z.nullable(z.int()),
  /** The reason why there was no answer, as a class and in words; null: there was one. */
  error: z.nullable(z.object({ class: z.string(), message: z.string() })),
  duration_ms: z.nullable(z.int()),
  /** The first 4 KiB of the answer's body. */
  response_body: z.nullable(z.string()),
  next_attempt_at_ms: z.nullable(z.int()),
  [table.timeToLive]: z.int(),
});
export type AttemptItem = z.infer<typeof attemptItem>;

/**
 * A place in the schedule with its delivery and event. They are undefined when expired; the delivery also when it was read in
 * the middle of a transaction (Amazon DynamoDB, "Isolation levels for transactions").
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
  const items = await readItems(
    ...places.flatMap(({ event_id }) => [deliveryKey(webhookId, event_id), eventKey(event_id)]),
  );
  return places.map((scheduled, index) => {
    const delivery = parseDelivery(items[2 * index]);
    const isThere = delivery?.next_attempt_at_ms === scheduled.at_ms;
    return { scheduled, delivery: isThere ? delivery : undefined, event: parseEvent(items[2 * index + 1]) };
  });
}

/** Returns a delivery, if it is there and has not expired. */
export async function getDelivery(webhookId: WebhookId, eventId: EventId): Promise<DeliveryItem | undefined> {
  const [item] = await readItems(deliveryKey(webhookId, eventId));
  return parseDelivery(item);
}

const parseDelivery = (item: Record<string, unknown> | undefined): DeliveryItem | undefined =>
  item && !isExpired(item) ? z.parse(deliveryItem, item) : undefined;

/**
 * Lists up to `limit` deliveries of an endpoint, newest event first: those of events before the event `before`, and not
 * before the ULID `from`. `next` is the event to go on before when more may follow.
 */
export async function listDeliveries(
  webhookId: WebhookId,
  range: { readonly from?: Ulid; readonly before?: EventId; readonly limit: number },
): Promise<{ deliveries: DeliveryItem[]; next: EventId | undefined }> {
  const { from = '', before, limit } = range;
  const items = await queryItems(
    {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': laneKey(webhookId).pk,
        ':from': deliveryPrefix + from,
        // A tilde sorts behind every ULID.
        ':to': `${deliveryPrefix}~`,
      },
      ...(before && { ExclusiveStartKey: deliveryKey(webhookId, before) }),
      ScanIndexForward: false,
      ConsistentRead: true,
    },
    limit,
  );
  const last = items.length === limit ? items.at(-1) : undefined;
  return {
    deliveries: items.flatMap((item) => parseDelivery(item) ?? []),
    next: last && z.parse(deliveryItem, last).event_id,
  };
}

/** Lists the attempts of a delivery, in their order. */
export async function listAttempts(webhookId: WebhookId, eventId: EventId): Promise<AttemptItem[]> {
  const items = await queryItems(under(laneKey(webhookId), attemptPrefix(eventId)));
  return items.filter((item) => !isExpired(item)).map((item) => z.parse(attemptItem, item));
}

/** Returns the first state of a delivery: to be attempted at once, or skipped because the endpoint is disabled. */
export const newDelivery = (
  event: EventItem,
  webhook: { readonly id: WebhookId; readonly disabled: object | null },
  now: number,
): DeliveryItem => ({
  webhook_id: webhook.id,
  event_id: event.id,
  event_type: event.type,
  status: webhook.disabled ? 'skipped' : 'pending',
  attempt_count: 0,
  attempting: false,
  retries: 0,
  next_attempt_at_ms: webhook.disabled ? null : now,
  [table.timeToLive]: event[table.timeToLive],
  revision: 1,
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
  attempting: false,
  next_attempt_at_ms: null,
});

export const createDelivery = (delivery: DeliveryItem): [Write<DeliveryItem>, ...Write[]] => [
  creation(deliveryKey(delivery.webhook_id, delivery.event_id), delivery),
  ...schedule(delivery),
];

/** Replaces a delivery that was loaded as `before`, and its place in the schedule. Conflicts when it has changed since. */
export function replaceDelivery(before: DeliveryItem, next: DeliveryItem): [Write<DeliveryItem>, ...Write[]] {
  const stays = before.next_attempt_at_ms === next.next_attempt_at_ms;
  return [
    replacement(deliveryKey(next.webhook_id, next.event_id), { ...next, revision: before.revision }),
    ...(stays ? [] : [...unschedule(before), ...schedule(next)]),
  ];
}

/** Returns the record of a delivery's latest attempt, kept as long as the delivery. */
export const newAttempt = (
  delivery: DeliveryItem,
  outcome: Omit<AttemptItem, 'webhook_id' | 'event_id' | 'number' | typeof table.timeToLive>,
): AttemptItem => ({
  webhook_id: delivery.webhook_id,
  event_id: delivery.event_id,
  number: delivery.attempt_count,
  ...outcome,
  [table.timeToLive]: delivery[table.timeToLive],
});

/** Records an attempt; conflicts when it is recorded already. */
export const createAttempt = (attempt: AttemptItem): Write<AttemptItem> =>
  creation(attemptKey(attempt.webhook_id, attempt.event_id, attempt.number), attempt);
