import * as z from 'zod/mini';
import { type EventId, eventId, type WebhookId } from '../contract/identifiers.ts';
import { creation, removal, type Write } from './commit.ts';
import { isExpired } from './events.ts';
import { laneKey, scheduleKey, schedulePrefix } from './keys.ts';
import { countItems, queryItems, under } from './read.ts';
import { table } from './table.ts';

/**
 * The schedule of a webhook endpoint: a place for each delivery that is pending, at the time of its next attempt. Places
 * are written in the transactions of their deliveries, and go with them.
 */

/** A place in an endpoint's schedule. */
export interface Scheduled {
  readonly event_id: EventId;
  readonly at_ms: number;
  /** True when the place has expired, and its delivery and event with it. */
  readonly is_expired: boolean;
}

const scheduleItem = z.object({ sk: z.string(), event_id: eventId });

/** Lists the next `limit` deliveries of an endpoint, in the order of their attempts, due or not. */
export async function listScheduled(webhookId: WebhookId, limit: number): Promise<Scheduled[]> {
  const items = await queryItems(under(laneKey(webhookId), schedulePrefix), limit);
  return items.map((item) => {
    const { sk, event_id } = z.parse(scheduleItem, item);
    const [at] = sk.slice(schedulePrefix.length).split('#');
    return { event_id, at_ms: Number(at), is_expired: isExpired(item) };
  });
}

/** Counts the pending deliveries of an endpoint. */
export const countScheduled = (webhookId: WebhookId): Promise<number> =>
  countItems(under(laneKey(webhookId), schedulePrefix));

interface Placed {
  readonly webhook_id: WebhookId;
  readonly event_id: EventId;
  readonly next_attempt_at_ms: number | null;
  readonly [table.timeToLive]: number;
}

/** Takes a place for a delivery, if it is to be attempted. */
export const schedule = ({ webhook_id, event_id, next_attempt_at_ms, ...delivery }: Placed): Write[] =>
  next_attempt_at_ms === null
    ? []
    : [
        creation(scheduleKey(webhook_id, next_attempt_at_ms, event_id), {
          event_id,
          [table.timeToLive]: delivery[table.timeToLive],
        }),
      ];

/** Frees the place of a delivery, if it has one. */
export const unschedule = ({
  webhook_id,
  event_id,
  next_attempt_at_ms,
}: Omit<Placed, typeof table.timeToLive>): Write[] =>
  next_attempt_at_ms === null ? [] : [removal(scheduleKey(webhook_id, next_attempt_at_ms, event_id))];
