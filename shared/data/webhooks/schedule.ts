import * as z from 'zod/mini';
import { type EventId, eventId, type WebhookId } from '../../contract/identifiers.ts';
import type { Key } from '../keys/key.ts';
import { laneKey, readingSchedulePrefix, schedulePrefix } from '../keys/webhooks.ts';
import { between, countFirst, countItems, type Item, queryItems, queryOnce, under } from '../table/read.ts';
import { isExpired } from './events.ts';

/**
 * The schedule of a webhook endpoint has a place for each pending delivery, at the time of its next attempt. The transactions of a
 * retried delivery also write and remove its place.
 */
const placeItem = z.object({ pk: z.string(), sk: z.string(), event_id: eventId });

/** A place in an endpoint's schedule. */
export interface Scheduled {
  readonly key: Key;
  readonly event_id: EventId;
  readonly at_ms: number;
  /** True when the event is about a reader. All other deliveries that are due come first. */
  readonly isReading: boolean;
  /** True when the place, its delivery and its event have expired. */
  readonly is_expired: boolean;
}

/**
 * Lists an endpoint's next `limit` deliveries of events that are not about readers, due or not, in the order of their attempts. After
 * these, lists the next `readingsLimit` (default: `limit`) deliveries of events about readers.
 */
export async function listScheduled(
  webhookId: WebhookId,
  limit: number,
  readingsLimit = limit,
): Promise<Scheduled[]> {
  const lane = laneKey(webhookId);
  // Times begin with a digit, and a colon sorts right after the digits.
  const [others, readings] = await Promise.all([
    queryItems(between(lane, schedulePrefix, `${schedulePrefix}:`), limit),
    queryItems(under(lane, readingSchedulePrefix), readingsLimit),
  ]);
  return [
    ...others.map((item) => scheduledIn(item, schedulePrefix)),
    ...readings.map((item) => scheduledIn(item, readingSchedulePrefix)),
  ];
}

/** Returns the time of the earliest next attempt (epoch milliseconds); undefined when there is none. */
export const nextAttemptAt = (scheduled: readonly Scheduled[]): number | undefined =>
  scheduled.length === 0 ? undefined : Math.min(...scheduled.map(({ at_ms }) => at_ms));

function scheduledIn(item: Item, prefix: string): Scheduled {
  const { pk, sk, event_id } = z.parse(placeItem, item);
  return {
    key: { pk, sk },
    event_id,
    at_ms: Number(sk.slice(prefix.length).split('#')[0]),
    isReading: prefix === readingSchedulePrefix,
    is_expired: isExpired(item),
  };
}

/** Reads the events of up to `most` pending deliveries of an endpoint, in one request. `isCut`: there are more. */
export async function readScheduled(
  webhookId: WebhookId,
  most: number,
): Promise<{ readonly eventIds: EventId[]; readonly isCut: boolean }> {
  const { items, isCut } = await queryOnce(under(laneKey(webhookId), schedulePrefix), most);
  return { eventIds: items.map((item) => z.parse(placeItem, item).event_id), isCut };
}

/** Counts the pending deliveries of an endpoint, up to `most`, in one request. */
export const countScheduled = (webhookId: WebhookId, most: number): Promise<number> =>
  countFirst(under(laneKey(webhookId), schedulePrefix), most);

/** Counts all pending deliveries of an endpoint: for operators. */
export const countAllScheduled = (webhookId: WebhookId): Promise<number> =>
  countItems(under(laneKey(webhookId), schedulePrefix));
