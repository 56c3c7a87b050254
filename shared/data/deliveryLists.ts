import * as z from 'zod/mini';
import type { EventId, Ulid, WebhookId } from '../contract/identifiers.ts';
import { type AttemptItem, attemptItem, attemptOf } from './attempts.ts';
import { begun, type DeliveryItem, deliveryItem, parseDelivery } from './deliveries.ts';
import { isExpired } from './events.ts';
import { attemptPrefix, deliveryKey, deliveryPrefix, laneKey } from './keys.ts';
import { parseLane } from './lanes.ts';
import { parseItem } from './parse.ts';
import { queryItems, readItem, under } from './read.ts';

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
  const deliveries = items.flatMap((item) => parseDelivery(item) ?? []);
  const isAnyPending = deliveries.some(({ status }) => status === 'pending');
  const lane = isAnyPending ? parseLane(await readItem(laneKey(webhookId))) : undefined;
  const last = items.length === limit ? items.at(-1) : undefined;
  return {
    deliveries: deliveries.map((delivery) => begun(delivery, lane)),
    next: last && parseItem(deliveryItem, last).event_id,
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
