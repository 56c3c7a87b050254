import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { eventId } from '../contract/identifiers.ts';
import { dynamo, tableName } from './client.ts';
import { creation, removal, type Write } from './commit.ts';
import { isExpired } from './events.ts';
import { laneKey, scheduleKey, schedulePrefix } from './keys.ts';
import { queryItems } from './read.ts';
import { table } from './table.ts';

/**
 * The schedule of a webhook endpoint: a place for each delivery that is pending, at the time of its next attempt. Places
 * are written in the transactions of their deliveries, and go with them.
 */

/** A place in an endpoint's schedule. */
export interface Scheduled {
  readonly event_id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Whether its delivery, and the event, have expired with it. */
  readonly is_expired: boolean;
}

const scheduleItem = z.object({ sk: z.string(), event_id: eventId });

const ofEndpoint = (webhook: string) => ({
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :schedule)',
  ExpressionAttributeValues: { ':pk': laneKey(webhook).pk, ':schedule': schedulePrefix },
  ConsistentRead: true,
});

/** The next `limit` deliveries of an endpoint, those to be attempted first first, due or not. Strongly consistent. */
export async function listScheduled(webhook: string, limit: number): Promise<Scheduled[]> {
  const items = await queryItems(ofEndpoint(webhook), limit);
  return items.map((item) => {
    const { sk, event_id } = z.parse(scheduleItem, item);
    const [at] = sk.slice(schedulePrefix.length).split('#');
    return { event_id, at: Number(at), is_expired: isExpired(item) };
  });
}

/** How many deliveries of an endpoint are pending. It reads all of their places: for operators. */
export async function countScheduled(webhook: string): Promise<number> {
  let count = 0;
  const pages = paginateQuery(
    { client: dynamo },
    { TableName: tableName(), Select: 'COUNT', ...ofEndpoint(webhook) },
  );
  for await (const { Count = 0 } of pages) count += Count;
  return count;
}

interface Placed {
  readonly webhook_id: string;
  readonly event_id: string;
  readonly next_attempt_at: number | null;
  readonly [table.timeToLive]: number;
}

/** The place of a delivery, if it is to be attempted. */
export const schedule = ({ webhook_id, event_id, next_attempt_at, ...delivery }: Placed): Write[] =>
  next_attempt_at === null
    ? []
    : [
        creation({
          ...scheduleKey(webhook_id, next_attempt_at, event_id),
          event_id,
          [table.timeToLive]: delivery[table.timeToLive],
        }),
      ];

/** Frees the place of a delivery, if it has one. */
export const unschedule = ({ webhook_id, event_id, next_attempt_at }: Omit<Placed, 'expires_at_seconds'>) =>
  next_attempt_at === null ? [] : [removal(scheduleKey(webhook_id, next_attempt_at, event_id))];
