import * as z from 'zod/mini';
import type { DeliveryStatus } from '../../contract/enumerations.ts';
import { type EventId, type Ulid, ulidOf, type WebhookId } from '../../contract/identifiers.ts';
import {
  attemptKey,
  attemptPrefix,
  deliveryKey,
  deliveryList,
  deliveryPrefix,
  laneKey,
} from '../keys/webhooks.ts';
import {
  chooseListPage,
  itemsReadMax,
  type ListPage,
  type ListRange,
  listPageOf,
  readListPage,
} from '../table/listPages.ts';
import { between, type Item, queryItems, readAll, readItem, under } from '../table/read.ts';
import { filterIndex } from '../table/table.ts';
import {
  type AttemptItem,
  attemptItem,
  attemptOf,
  type DeliveryItem,
  parseDelivery,
  type ShownDelivery,
  shown,
} from './deliveries.ts';
import { isExpired } from './events.ts';
import { getLane } from './lanes.ts';
import { readScheduled } from './schedule.ts';

/**
 * Lists a page of the deliveries to an endpoint, newest event first. With a status, a page may be short while more follow
 * (`table/listPages.ts`).
 */
export async function listDeliveries(
  webhookId: WebhookId,
  { status, ...range }: ListRange & { readonly status?: DeliveryStatus | undefined },
): Promise<ListPage<ShownDelivery>> {
  const { items, next } = await pageWith(status, webhookId, range);
  const isAnyPending = items.some((delivery) => delivery.status === 'pending');
  const lane = isAnyPending ? await getLane(webhookId) : undefined;
  return { items: items.map((delivery) => shown(delivery, lane)), next };
}

/** Most deliveries succeed, so this number usually fills a page. */
const lookedAtForSuccess = 200;

function pageWith(
  status: DeliveryStatus | undefined,
  webhookId: WebhookId,
  range: ListRange,
): Promise<ListPage<DeliveryItem>> {
  switch (status) {
    case undefined:
      return chosenAmong(webhookId, range, range.limit + 1);
    case 'succeeded':
      return chosenAmong(webhookId, range, lookedAtForSuccess, status);
    case 'pending':
      return listPending(webhookId, range);
    default:
      return listEnded(webhookId, status, range);
  }
}

/** Reads up to `most` deliveries, and leaves out deliveries with another status. */
const chosenAmong = (
  webhookId: WebhookId,
  range: ListRange,
  most: number,
  status?: DeliveryStatus,
): Promise<ListPage<DeliveryItem>> =>
  chooseListPage(
    [{ partition: laneKey(webhookId).pk, prefix: deliveryPrefix }],
    range,
    (item) => {
      const delivery = parseDelivery(item);
      return status === undefined || delivery?.status === status ? delivery : undefined;
    },
    most,
  );

/** Lists failed or skipped deliveries by their places. */
async function listEnded(
  webhookId: WebhookId,
  status: 'failed' | 'skipped',
  range: ListRange,
): Promise<ListPage<DeliveryItem>> {
  const list = { index: filterIndex, partition: deliveryList(webhookId, status) };
  const ids = await readListPage([list], range, (_, ulid) => `evt_${ulid}` as const);
  return readPlaced(webhookId, ids, status);
}

/** The schedule sorts by the next attempt. Up to 1,000 places are sorted here; with more places, the deliveries are searched instead. */
async function listPending(webhookId: WebhookId, range: ListRange): Promise<ListPage<DeliveryItem>> {
  const { eventIds, isCut } = await readScheduled(webhookId, itemsReadMax);
  if (isCut) return chosenAmong(webhookId, range, itemsReadMax, 'pending');
  const { from = '', after = '~' } = range;
  const places = eventIds
    .map(ulidOf)
    .filter((position) => position >= from && position < after)
    .sort((a, b) => (a < b ? 1 : -1))
    .map((position) => ({ position, item: `evt_${position}` as const }));
  return readPlaced(webhookId, listPageOf(places, undefined, range.limit), 'pending');
}

/** Reads the deliveries at a page of places. For a moment after a delivery gets another status, its old place may still be listed. */
async function readPlaced(
  webhookId: WebhookId,
  { items: ids, next }: ListPage<EventId>,
  status: DeliveryStatus,
): Promise<ListPage<DeliveryItem>> {
  const stored = await readAll(ids.map((id) => deliveryKey(webhookId, id)));
  const deliveries = stored.flatMap((item) => parseDelivery(item) ?? []);
  return { items: deliveries.filter((delivery) => delivery.status === status), next };
}

/**
 * Lists up to `most` deliveries of an endpoint, oldest event first: deliveries of events after `after`, and not before the ULID `from`.
 * `last` is the `after` of the next call; undefined: no deliveries follow.
 */
export async function listDeliveriesFrom(
  webhookId: WebhookId,
  { from, after }: { readonly from: Ulid; readonly after?: EventId | undefined },
  most: number,
): Promise<{ readonly deliveries: DeliveryItem[]; readonly last: EventId | undefined }> {
  const items = await queryItems(
    {
      // A tilde sorts behind every ULID.
      ...between(laneKey(webhookId), deliveryPrefix + from, `${deliveryPrefix}~`),
      ...(after && { ExclusiveStartKey: deliveryKey(webhookId, after) }),
    },
    most,
  );
  const last = items.length < most ? undefined : items.at(-1);
  return {
    deliveries: items.flatMap((item) => parseDelivery(item) ?? []),
    last: last && `evt_${String(last.sk).slice(deliveryPrefix.length)}`,
  };
}

/** Lists the attempts of a delivery, in their order. */
export async function listAttempts(webhookId: WebhookId, eventId: EventId): Promise<AttemptItem[]> {
  const [item, items] = await Promise.all([
    readItem(deliveryKey(webhookId, eventId)),
    queryItems(under(laneKey(webhookId), attemptPrefix(eventId))),
  ]);
  const delivery = parseDelivery(item);
  return [...firstOf(delivery), ...items.flatMap(parseAttempt)];
}

/** A delivery fails after this many attempts. Only deliveries that were sent again have more. */
const attemptsShown = 10;

/** Reads the last ten attempts of each delivery of a page, in their order, in one round trip. */
export async function readAttempts(deliveries: readonly DeliveryItem[]): Promise<AttemptItem[][]> {
  const numbers = deliveries.map(({ attempt_count, first_attempt }) =>
    Array.from({ length: Math.min(attempt_count, attemptsShown) }, (_, index) => attempt_count - index)
      .filter((number) => !(number === 1 && first_attempt))
      .reverse(),
  );
  const found = await readAll(
    deliveries.flatMap(({ webhook_id, event_id }, index) =>
      (numbers[index] ?? []).map((number) => attemptKey(webhook_id, event_id, number)),
    ),
  );
  let read = 0;
  return deliveries.map((delivery, index) => {
    const count = numbers[index]?.length ?? 0;
    const attempts = found.slice(read, read + count).flatMap((item) => (item ? parseAttempt(item) : []));
    read += count;
    return count < attemptsShown ? [...firstOf(delivery), ...attempts] : attempts;
  });
}

const firstOf = (delivery: DeliveryItem | undefined): AttemptItem[] =>
  delivery?.first_attempt ? [attemptOf({ ...delivery, attempt_count: 1 }, delivery.first_attempt)] : [];

const parseAttempt = (item: Item): AttemptItem[] => (isExpired(item) ? [] : [z.parse(attemptItem, item)]);
