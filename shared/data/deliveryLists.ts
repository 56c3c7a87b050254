import * as z from 'zod/mini';
import type { EventId, Ulid, WebhookId } from '../contract/identifiers.ts';
import { type AttemptItem, attemptItem, attemptOf } from './attempts.ts';
import { begun, type DeliveryItem, deliveryItem, parseDelivery, parseNew } from './deliveries.ts';
import { isExpired } from './events.ts';
import {
  attemptPrefix,
  deliveryKey,
  deliveryPrefix,
  type Key,
  laneKey,
  newDeliveryKey,
  newDeliveryPrefix,
} from './keys.ts';
import { parseLane } from './lanes.ts';
import { parseItem } from './parse.ts';
import { queryItems, readItem, under } from './read.ts';
import { placeItem } from './schedule.ts';

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
