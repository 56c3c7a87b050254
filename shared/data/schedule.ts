import * as z from 'zod/mini';
import { type EventId, eventId, type WebhookId } from '../contract/identifiers.ts';
import { isExpired } from './events.ts';
import { timeOf } from './ids.ts';
import { type Key, laneKey, newDeliveryKey, newDeliveryPrefix, scheduleKey, schedulePrefix } from './keys.ts';
import { countItems, type Item, type Query, queryItems, under } from './read.ts';
import { table } from './table.ts';

/**
 * What is to be attempted at a webhook endpoint. A delivery that is new is nothing but its place among the new ones, in the
 * order of their events. One that is tried again has a place at the time of its next attempt, which is written in the
 * transactions of the delivery, and goes with it.
 */
export const placeItem = z.object({
  sk: z.string(),
  event_id: eventId,
  /** Absent where the delivery has an item that says it. */
  event_type: z.optional(z.string()),
  [table.timeToLive]: z.int(),
});

/** A place in an endpoint's schedule. */
export interface Scheduled {
  readonly key: Key;
  readonly event_id: EventId;
  readonly at_ms: number;
  /** True when the place has expired, and its delivery and event with it. */
  readonly is_expired: boolean;
  /** The place of a delivery that is new; undefined for one that is tried again. */
  readonly new_place: z.infer<typeof placeItem> | undefined;
}

/** Lists the next `limit` deliveries of an endpoint, in the order of their attempts, due or not. */
export async function listScheduled(webhookId: WebhookId, limit: number): Promise<Scheduled[]> {
  // Those that are new are due, whatever the clocks of the machines say that made their events.
  const now = Date.now();
  const [added, again] = await Promise.all([
    queryItems(under(laneKey(webhookId), newDeliveryPrefix), limit),
    queryItems(retriesOf(webhookId), limit),
  ]);
  const places = [...added.map(newPlace), ...again.map(placeOfRetry)];
  return places.sort((a, b) => a.at_ms - b.at_ms).slice(0, limit);

  function newPlace(item: Item): Scheduled {
    const place = z.parse(placeItem, item);
    const { event_id } = place;
    const key = newDeliveryKey(webhookId, event_id);
    return {
      key,
      event_id,
      at_ms: Math.min(timeOf(event_id), now),
      is_expired: isExpired(item),
      new_place: place,
    };
  }

  function placeOfRetry(item: Item): Scheduled {
    const { sk, event_id } = z.parse(placeItem, item);
    const at_ms = Number(sk.slice(schedulePrefix.length).split('#')[0]);
    const key = scheduleKey(webhookId, at_ms, event_id);
    return { key, event_id, at_ms, is_expired: isExpired(item), new_place: undefined };
  }
}

/** The places behind those of the new: a tilde sorts behind every time and ULID. */
const retriesOf = (webhookId: WebhookId): Query => ({
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
  ExpressionAttributeValues: {
    ':pk': laneKey(webhookId).pk,
    ':from': `${newDeliveryPrefix}~`,
    ':to': `${schedulePrefix}~`,
  },
  ConsistentRead: true,
});

/** Counts the pending deliveries of an endpoint. */
export const countScheduled = (webhookId: WebhookId): Promise<number> =>
  countItems(under(laneKey(webhookId), schedulePrefix));
