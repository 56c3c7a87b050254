import * as z from 'zod/mini';
import { type EventId, eventId, type WebhookId } from '../contract/identifiers.ts';
import { isExpired } from './events.ts';
import { type Key, laneKey, scheduleKey, schedulePrefix } from './keys.ts';
import { countFirst, countItems, queryItems, queryOnce, under } from './read.ts';

/**
 * The schedule of a webhook endpoint: a place for each delivery that is pending, at the time of its next attempt. The place of
 * one that is tried again is written in the transactions of the delivery, and goes with it.
 */
const placeItem = z.object({ sk: z.string(), event_id: eventId });

/** A place in an endpoint's schedule. */
export interface Scheduled {
  readonly key: Key;
  readonly event_id: EventId;
  readonly at_ms: number;
  /** True when the place has expired, and its delivery and event with it. */
  readonly is_expired: boolean;
}

/** Lists the next `limit` deliveries of an endpoint, in the order of their attempts, due or not. */
export async function listScheduled(webhookId: WebhookId, limit: number): Promise<Scheduled[]> {
  const items = await queryItems(under(laneKey(webhookId), schedulePrefix), limit);
  return items.map((item) => {
    const { sk, event_id } = z.parse(placeItem, item);
    const at_ms = Number(sk.slice(schedulePrefix.length).split('#')[0]);
    const key = scheduleKey(webhookId, at_ms, event_id);
    return { key, event_id, at_ms, is_expired: isExpired(item) };
  });
}

/** Looks at the events of up to `most` pending deliveries of an endpoint, in one request. `isCut`: there are more. */
export async function lookAtScheduled(
  webhookId: WebhookId,
  most: number,
): Promise<{ readonly eventIds: EventId[]; readonly isCut: boolean }> {
  const { items, isCut } = await queryOnce(under(laneKey(webhookId), schedulePrefix), most);
  return { eventIds: items.map((item) => z.parse(placeItem, item).event_id), isCut };
}

/** Counts the pending deliveries of an endpoint, up to `most`, in one request. */
export const countScheduled = (webhookId: WebhookId, most: number): Promise<number> =>
  countFirst(under(laneKey(webhookId), schedulePrefix), most);

/** Counts all of them: for operators. */
export const countAllScheduled = (webhookId: WebhookId): Promise<number> =>
  countItems(under(laneKey(webhookId), schedulePrefix));
