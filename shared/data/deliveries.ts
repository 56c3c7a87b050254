import * as z from 'zod/mini';
import { type EventId, eventId, type Ulid, type WebhookId, webhookId } from '../contract/identifiers.ts';
import { dateTime } from '../contract/text.ts';
import { type Repeatable, writeRepeatables } from './batch.ts';
import { creation, removal, replacement, type Write } from './commit.ts';
import { type EventItem, isExpired, parseEvent } from './events.ts';
import { timeOf } from './ids.ts';
import {
  attemptKey,
  attemptPrefix,
  deliveryKey,
  deliveryPrefix,
  eventKey,
  type Key,
  laneKey,
  newDeliveryKey,
  newDeliveryPrefix,
  scheduleKey,
} from './keys.ts';
import { type Lane, parseLane } from './lanes.ts';
import { parseItem } from './parse.ts';
import { type Item, queryItems, readItem, readItems, under } from './read.ts';
import { placeItem, type Scheduled } from './schedule.ts';
import { table } from './table.ts';

/** `pending` is the only state with something left to do. An operator can make a delivery pending again. */
export const deliveryStatus = z.enum(['pending', 'succeeded', 'failed', 'skipped']);
export type DeliveryStatus = z.infer<typeof deliveryStatus>;

/** An attempt and what came of it. */
const outcome = {
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
};

/**
 * One event on its way to one webhook endpoint. It has an item of its own as soon as something has come of it; until then it
 * is a place among what is new for the endpoint (`schedule.ts`).
 */
export const deliveryItem = z.object({
  webhook_id: webhookId,
  event_id: eventId,
  event_type: z.string(),
  status: deliveryStatus,
  /** The attempts that were ever made. */
  attempt_count: z.int(),
  /** True while one is being made, or was cut off. It is stored in the lane; 0.2.0 stored it here. */
  attempting: z.boolean(),
  /** The retries since the delivery was last made pending: they decide the next pause. */
  retries: z.int(),
  /** null when the delivery is over. */
  next_attempt_at_ms: z.nullable(z.int()),
  /** The first attempt of a delivery that succeeded with it; absent: each attempt has an item of its own. */
  first_attempt: z.optional(z.object(outcome)),
  [table.timeToLive]: z.int(),
  /** 0 while there is no item. */
  revision: z.int(),
});
export type DeliveryItem = z.infer<typeof deliveryItem>;

/** One attempt and what came of it. */
export const attemptItem = z.object({
  webhook_id: webhookId,
  event_id: eventId,
  number: z.int(),
  ...outcome,
  [table.timeToLive]: z.int(),
});
export type AttemptItem = z.infer<typeof attemptItem>;

/**
 * A place in the schedule with its delivery and event. They are undefined when expired; the delivery also when it was read in
 * the middle of a transaction (Amazon DynamoDB, "Isolation levels for transactions"), and when the place was left over.
 */
export interface LoadedDelivery {
  readonly scheduled: Scheduled;
  readonly delivery: DeliveryItem | undefined;
  readonly event: EventItem | undefined;
  /** True when the place says that the delivery is new, which it is not any more. */
  readonly isLeftOver: boolean;
}

/**
 * Loads up to 50 deliveries of an endpoint with their events, in one round trip. One may have two places: a fan-out that comes
 * again makes that of a new one beside that of its next attempt.
 */
export async function loadDeliveries(
  webhookId: WebhookId,
  places: readonly Scheduled[],
): Promise<LoadedDelivery[]> {
  const ids = [...new Set(places.map(({ event_id }) => event_id))];
  const items = await readItems(...ids.flatMap((id) => [deliveryKey(webhookId, id), eventKey(id)]));
  return places.map((scheduled) => {
    const { event_id, new_place, at_ms } = scheduled;
    const [delivered, event] = items.slice(2 * ids.indexOf(event_id));
    const loaded = { scheduled, event: parseEvent(event) };
    const stored = parseDelivery(delivered);
    if (new_place) return { ...loaded, delivery: parseNew(webhookId, new_place), isLeftOver: !!stored };
    const delivery = stored?.next_attempt_at_ms === at_ms ? stored : undefined;
    return { ...loaded, delivery, isLeftOver: false };
  });
}

/** Returns a delivery, if it is there and has not expired. */
export async function getDelivery(webhookId: WebhookId, eventId: EventId): Promise<DeliveryItem | undefined> {
  const [stored, place, lane] = await readItems(
    deliveryKey(webhookId, eventId),
    newDeliveryKey(webhookId, eventId),
    laneKey(webhookId),
  );
  const delivery = parseDelivery(stored) ?? parseNew(webhookId, place);
  return delivery && begun(delivery, parseLane(lane));
}

/** Loads the deliveries that a worker had claimed which was killed, and did not record. */
export async function loadInterrupted({ webhook_id, claims = {} }: Lane): Promise<DeliveryItem[]> {
  const ids = z.parse(z.array(eventId), Object.keys(claims));
  const items = await readItems(
    ...ids.flatMap((id) => [deliveryKey(webhook_id, id), newDeliveryKey(webhook_id, id)]),
  );
  return ids.flatMap((id, index) => {
    const [stored, place] = items.slice(2 * index);
    const delivery = parseDelivery(stored) ?? parseNew(webhook_id, place);
    const isOpen = delivery?.status === 'pending' && delivery.attempt_count < (claims[id] ?? 0);
    return isOpen ? [delivery] : [];
  });
}

const parseDelivery = (item: Item | undefined): DeliveryItem | undefined =>
  item && !isExpired(item) ? parseItem(deliveryItem, item) : undefined;

/** Returns a delivery that is nothing but its place yet. */
function parseNew(webhookId: WebhookId, item: Item | undefined): DeliveryItem | undefined {
  if (!item || isExpired(item)) return undefined;
  const { event_id, event_type = '', ...place } = z.parse(placeItem, item);
  return newDelivery({ id: event_id, type: event_type, ...place }, webhookId);
}

/** Shows that an attempt is being made, as the lane says. */
const begun = (delivery: DeliveryItem, lane: Lane | undefined): DeliveryItem => {
  const attempt_count = lane?.claims?.[delivery.event_id] ?? 0;
  const isBegun = delivery.status === 'pending' && attempt_count > delivery.attempt_count;
  return isBegun ? { ...delivery, attempting: true, attempt_count } : delivery;
};

/**
 * Lists up to `limit` deliveries of an endpoint, newest event first: those of events before the event `before`, and not
 * before the ULID `from`. `next` is the event to go on before when more may follow.
 */
export async function listDeliveries(
  webhookId: WebhookId,
  range: { readonly from?: Ulid; readonly before?: EventId; readonly limit: number },
): Promise<{ deliveries: DeliveryItem[]; next: EventId | undefined }> {
  const { from = '', before, limit } = range;
  const listed = (prefix: string, keyOf: (webhookId: WebhookId, eventId: EventId) => Key) =>
    queryItems(
      {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': laneKey(webhookId).pk,
          ':from': prefix + from,
          // A tilde sorts behind every ULID.
          ':to': `${prefix}~`,
        },
        ...(before && { ExclusiveStartKey: keyOf(webhookId, before) }),
        ScanIndexForward: false,
        ConsistentRead: true,
      },
      limit,
    );
  // New ones are read first: a delivery that gets its item in between is found twice and not missed.
  const added = await listed(newDeliveryPrefix, newDeliveryKey);
  const [stored, lane] = await Promise.all([
    listed(deliveryPrefix, deliveryKey),
    added.length > 0 ? readItem(laneKey(webhookId)) : undefined,
  ]);
  const found = new Map<EventId, DeliveryItem | undefined>();
  const worker = parseLane(lane);
  for (const item of added) {
    const delivery = parseNew(webhookId, item);
    found.set(z.parse(placeItem, item).event_id, delivery && begun(delivery, worker));
  }
  for (const item of stored) found.set(parseItem(deliveryItem, item).event_id, parseDelivery(item));
  const page = [...found].sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, limit);
  const mayHaveMore = found.size > limit || stored.length === limit || added.length === limit;
  return {
    deliveries: page.flatMap(([, delivery]) => delivery ?? []),
    next: mayHaveMore ? page.at(-1)?.[0] : undefined,
  };
}

/** Lists the attempts of a delivery, in their order. */
export async function listAttempts(webhookId: WebhookId, eventId: EventId): Promise<AttemptItem[]> {
  const [item, items] = await Promise.all([
    readItem(deliveryKey(webhookId, eventId)),
    queryItems(under(laneKey(webhookId), attemptPrefix(eventId))),
  ]);
  const delivery = parseDelivery(item);
  const first =
    delivery?.first_attempt && attemptOf({ ...delivery, attempt_count: 1 }, delivery.first_attempt);
  const others = items.filter((one) => !isExpired(one)).map((one) => z.parse(attemptItem, one));
  return first ? [first, ...others] : others;
}

/** Returns the first state of a delivery: to be attempted at once. */
export const newDelivery = (
  event: Pick<EventItem, 'id' | 'type' | typeof table.timeToLive>,
  webhookId: WebhookId,
): DeliveryItem => ({
  webhook_id: webhookId,
  event_id: event.id,
  event_type: event.type,
  status: 'pending',
  attempt_count: 0,
  attempting: false,
  retries: 0,
  next_attempt_at_ms: timeOf(event.id),
  [table.timeToLive]: event[table.timeToLive],
  revision: 0,
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

const placeOf = ({ event_id, event_type, ...delivery }: DeliveryItem) => ({
  event_id,
  event_type,
  [table.timeToLive]: delivery[table.timeToLive],
});

export const createDelivery = (delivery: DeliveryItem): Write =>
  creation(newDeliveryKey(delivery.webhook_id, delivery.event_id), placeOf(delivery));

/** The patience with a store that is away, for what is tried again later. */
const patienceMilliseconds = 0;

/** Creates new deliveries. Whoever is cut off creates them again: one that something came of meanwhile stays as it is. */
export const createDeliveries = (deliveries: readonly DeliveryItem[]): Promise<void> =>
  writeRepeatables(
    deliveries.map((delivery) => ({
      put: { ...placeOf(delivery), ...newDeliveryKey(delivery.webhook_id, delivery.event_id) },
    })),
    patienceMilliseconds,
  );

/** Creates a delivery that is skipped because its endpoint is disabled; conflicts when something came of it already. */
export const createSkipped = (delivery: DeliveryItem): Write<DeliveryItem> =>
  creation(deliveryKey(delivery.webhook_id, delivery.event_id), {
    ...overAs(delivery, 'skipped'),
    revision: 1,
  });

/**
 * Records deliveries that were new and succeeded at once, with their only attempts, and frees places that are not needed any
 * more: first the one, and with the next call the other. Only who has the lane may do so. Goes on for `patience` milliseconds.
 */
export const recordSucceeded = (
  succeeded: readonly AttemptedDelivery[],
  freed: readonly Scheduled[],
  patience: number,
): Promise<void> =>
  writeRepeatables(
    [...succeeded.map(recordOf), ...freed.map(({ key }): Repeatable => ({ remove: key }))],
    patience,
  );

/** A delivery after an attempt, with what came of that. */
export interface AttemptedDelivery {
  readonly delivery: DeliveryItem;
  readonly attempt: AttemptItem;
}

function recordOf({ delivery, attempt }: AttemptedDelivery): Repeatable {
  const { webhook_id, event_id, number: _first, [table.timeToLive]: _same, ...first_attempt } = attempt;
  const put = { ...delivery, first_attempt, revision: 1, ...deliveryKey(webhook_id, event_id) };
  return { put, revision: put.revision };
}

/** Replaces a delivery that was loaded as `before`, and its place in the schedule. Conflicts when it has changed since. */
export function replaceDelivery(before: DeliveryItem, next: DeliveryItem): [Write<DeliveryItem>, ...Write[]] {
  const key = deliveryKey(next.webhook_id, next.event_id);
  const isNew = before.revision === 0;
  const stays = !isNew && before.next_attempt_at_ms === next.next_attempt_at_ms;
  return [
    isNew
      ? creation(key, { ...next, revision: 1 })
      : replacement(key, { ...next, revision: before.revision }),
    ...(stays ? [] : [...unschedule(before), ...schedule(next)]),
  ];
}

/** Takes a place for a delivery, if it is to be attempted again. */
const schedule = (delivery: DeliveryItem): Write[] => {
  const { webhook_id, event_id, next_attempt_at_ms } = delivery;
  return next_attempt_at_ms === null
    ? []
    : [creation(scheduleKey(webhook_id, next_attempt_at_ms, event_id), placeOf(delivery))];
};

/** Frees the place of a delivery, if it has one. */
const unschedule = ({ webhook_id, event_id, next_attempt_at_ms, revision }: DeliveryItem): Write[] => {
  if (revision === 0) return [removal(newDeliveryKey(webhook_id, event_id))];
  return next_attempt_at_ms === null ? [] : [removal(scheduleKey(webhook_id, next_attempt_at_ms, event_id))];
};

/** Frees a place whose delivery, read once more, says that it is over or due at another time: workers would look at it on and on. */
export async function freeStray(webhookId: WebhookId, { key, event_id, at_ms }: Scheduled): Promise<Write[]> {
  const stored = parseDelivery(await readItem(deliveryKey(webhookId, event_id)));
  if (!stored || stored.next_attempt_at_ms === at_ms) return [];
  return [replacement(deliveryKey(webhookId, event_id), stored), removal(key)];
}

/** Returns the record of a delivery's latest attempt, kept as long as the delivery. */
export const attemptOf = (
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
