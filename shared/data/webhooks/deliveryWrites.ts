import type { WebhookId } from '../../contract/identifiers.ts';
import type { Key } from '../keys/key.ts';
import { deliveryKey, deliveryPlace, scheduleKey } from '../keys/webhooks.ts';
import { type Repeatable, writeRepeatables } from '../table/batch.ts';
import {
  type Bookkeeping,
  bookkeeping,
  creation,
  removal,
  replacement,
  writeBookkeeping,
} from '../table/commit.ts';
import { unlessConflict } from '../table/conflict.ts';
import { attributesOfLaterRelease } from '../table/parse.ts';
import { readItem } from '../table/read.ts';
import { table } from '../table/table.ts';
import type { AttemptItem } from './deliveries.ts';
import { asFinished, type DeliveryItem, firstRevision, parseDelivery } from './deliveries.ts';
import type { Scheduled } from './schedule.ts';

/** The key of a delivery, and its place among failed or skipped deliveries. */
const keysOf = ({ webhook_id, event_id, status }: DeliveryItem) => ({
  ...deliveryKey(webhook_id, event_id),
  ...((status === 'failed' || status === 'skipped') && deliveryPlace(webhook_id, event_id, status)),
});

const itemOf = (delivery: DeliveryItem): Bookkeeping<DeliveryItem> =>
  bookkeeping('delivery', creation(keysOf(delivery), delivery));

const placeOf = ({ event_id, ...delivery }: DeliveryItem) => ({
  event_id,
  [table.timeToLive]: delivery[table.timeToLive],
});

export const createDelivery = (delivery: DeliveryItem): [Bookkeeping<DeliveryItem>, ...Bookkeeping[]] => [
  itemOf(delivery),
  ...schedule(delivery),
];

/** The number of deliveries that are created at the same time. */
const createdTogether = 25;
/** Creation is retried later, so it does not wait while the store is unavailable. */
const patienceMilliseconds = 0;

/**
 * Creates new deliveries for half of the cost of transactions. Writes the item first and then the place, so that workers of every release
 * find the item of each place. After an interruption the caller creates them again. Deliveries that already have a result stay as they are.
 */
export async function createDeliveries(deliveries: readonly DeliveryItem[]): Promise<void> {
  for (let start = 0; start < deliveries.length; start += createdTogether) {
    const together = deliveries.slice(start, start + createdTogether);
    const created = await Promise.all(together.map(createItem));
    const places = created.flatMap((delivery): Repeatable[] => {
      const key = delivery && keyOfPlace(delivery);
      return key ? [{ put: { ...placeOf(delivery), ...key } }] : [];
    });
    await writeRepeatables(places, patienceMilliseconds);
  }
}

/** Creates the item of a delivery. If it exists, returns undefined, and completes its creation if that was interrupted. */
async function createItem(delivery: DeliveryItem): Promise<DeliveryItem | undefined> {
  const created = await unlessConflict(writeBookkeeping([itemOf(delivery)]));
  if (!created) await ensurePlace(delivery);
  return created?.[0];
}

/** Creates the place of a delivery whose creation was cut off, unless the delivery has changed since. */
async function ensurePlace({ webhook_id, event_id }: DeliveryItem): Promise<void> {
  const key = deliveryKey(webhook_id, event_id);
  const stored = parseDelivery(await readItem(key));
  if (stored?.status !== 'pending' || stored.revision !== firstRevision) return;
  const writes = [bookkeeping('delivery', replacement(key, stored)), ...schedule(stored)];
  await unlessConflict(writeBookkeeping(writes));
}

/** Creates a delivery that is skipped because its endpoint is disabled; conflicts when it exists already. */
export const createSkipped = (delivery: DeliveryItem): Bookkeeping<DeliveryItem> =>
  itemOf(asFinished(delivery, 'skipped'));

/**
 * Records new deliveries that succeeded with their first attempt, each together with this attempt, and frees the places `freed`. These are
 * not the places of `succeeded`: the caller frees those with its next call. Only the worker that holds the lane may call this function.
 * Retries for `patience` milliseconds.
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

/** A delivery after an attempt, with its result. */
interface AttemptedDelivery {
  readonly delivery: DeliveryItem;
  readonly attempt: AttemptItem;
}

function recordOf({ delivery, attempt }: AttemptedDelivery): Repeatable {
  const { webhook_id, event_id, number: _first, [table.timeToLive]: _same, ...first_attempt } = attempt;
  const revision = delivery.revision + 1;
  const item = { ...attributesOfLaterRelease(delivery), ...delivery, first_attempt, revision };
  return { put: { ...item, ...deliveryKey(webhook_id, event_id) }, revision };
}

/** Replaces a delivery that was loaded as `before`, and its place in the schedule. Conflicts when it has changed since. */
export function replaceDelivery(
  before: DeliveryItem,
  next: DeliveryItem,
): [Bookkeeping<DeliveryItem>, ...Bookkeeping[]] {
  const stays = before.next_attempt_at_ms === next.next_attempt_at_ms;
  return [
    bookkeeping('delivery', replacement(keysOf(next), { ...next, revision: before.revision })),
    ...(stays ? [] : [...unschedule(before), ...schedule(next)]),
  ];
}

/** Returns the key of a delivery's place in the schedule; undefined when the delivery is over. */
const keyOfPlace = ({
  webhook_id,
  event_id,
  event_type,
  next_attempt_at_ms,
}: DeliveryItem): Key | undefined =>
  next_attempt_at_ms === null ? undefined : scheduleKey(webhook_id, next_attempt_at_ms, event_id, event_type);

/** Creates the place of a delivery, if it is to be attempted. */
const schedule = (delivery: DeliveryItem): Bookkeeping[] => {
  const key = keyOfPlace(delivery);
  return key ? [bookkeeping('delivery', creation(key, placeOf(delivery)))] : [];
};

/** Frees the place of a delivery, if it has one. */
const unschedule = (delivery: DeliveryItem): Bookkeeping[] => {
  const key = keyOfPlace(delivery);
  return key ? [bookkeeping('delivery', removal(key))] : [];
};

/**
 * Reads a delivery again, and frees its place if the delivery is over or due at another time. Otherwise workers would look at the place
 * again and again.
 */
export async function freeStalePlace(
  webhookId: WebhookId,
  { key, event_id, at_ms }: Scheduled,
): Promise<Bookkeeping[]> {
  const stored = parseDelivery(await readItem(deliveryKey(webhookId, event_id)));
  if (!stored || stored.next_attempt_at_ms === at_ms) return [];
  return [replacement(keysOf(stored), stored), removal(key)].map((write) => bookkeeping('delivery', write));
}
