import type { WebhookId } from '../contract/identifiers.ts';
import { type Repeatable, writeRepeatables } from './batch.ts';
import { type Bookkeeping, bookkeeping, creation, removal, replacement, writeBookkeeping } from './commit.ts';
import { unlessConflict } from './conflict.ts';
import type { AttemptItem } from './deliveries.ts';
import { type DeliveryItem, firstRevision, overAs, parseDelivery } from './deliveries.ts';
import { deliveryKey, deliveryPlace, type Key, scheduleKey } from './keys.ts';
import { attributesOfLaterRelease } from './parse.ts';
import { readItem } from './read.ts';
import type { Scheduled } from './schedule.ts';
import { table } from './table.ts';

/** The key of a delivery, and its place among those that ended like it. */
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

/** Deliveries that are created at the same time. */
const createdTogether = 25;
/** The patience with a store that is away, for what is tried again later. */
const patienceMilliseconds = 0;

/**
 * Creates new deliveries, for half of what transactions would cost: the item first and then the place, so that every release's
 * workers find the item of each place. Whoever is cut off creates them again: one that something came of stays as it is.
 */
export async function createDeliveries(deliveries: readonly DeliveryItem[]): Promise<void> {
  for (let start = 0; start < deliveries.length; start += createdTogether) {
    const together = deliveries.slice(start, start + createdTogether);
    const created = await Promise.all(together.map(createItem));
    const places = created.flatMap((delivery): Repeatable[] => {
      const key = delivery && placeKey(delivery);
      return key ? [{ put: { ...placeOf(delivery), ...key } }] : [];
    });
    await writeRepeatables(places, patienceMilliseconds);
  }
}

/** Returns nothing for a delivery that was there, in whatever state: it has its place after this, if it needs one. */
async function createItem(delivery: DeliveryItem): Promise<DeliveryItem | undefined> {
  const created = await unlessConflict(writeBookkeeping([itemOf(delivery)]));
  if (!created) await ensurePlace(delivery);
  return created?.[0];
}

/** Takes the place of a delivery whose creation was cut off, unless something came of it in between. */
async function ensurePlace({ webhook_id, event_id }: DeliveryItem): Promise<void> {
  const key = deliveryKey(webhook_id, event_id);
  const stored = parseDelivery(await readItem(key));
  if (stored?.status !== 'pending' || stored.revision !== firstRevision) return;
  const writes = [bookkeeping('delivery', replacement(key, stored)), ...schedule(stored)];
  await unlessConflict(writeBookkeeping(writes));
}

/** Creates a delivery that is skipped because its endpoint is disabled; conflicts when something came of it already. */
export const createSkipped = (delivery: DeliveryItem): Bookkeeping<DeliveryItem> =>
  itemOf(overAs(delivery, 'skipped'));

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

/** Returns the key of a delivery's place in the schedule; undefined where it is over. */
const placeKey = ({ webhook_id, event_id, event_type, next_attempt_at_ms }: DeliveryItem): Key | undefined =>
  next_attempt_at_ms === null ? undefined : scheduleKey(webhook_id, next_attempt_at_ms, event_id, event_type);

/** Takes a place for a delivery, if it is to be attempted. */
const schedule = (delivery: DeliveryItem): Bookkeeping[] => {
  const key = placeKey(delivery);
  return key ? [bookkeeping('delivery', creation(key, placeOf(delivery)))] : [];
};

/** Frees the place of a delivery, if it has one. */
const unschedule = (delivery: DeliveryItem): Bookkeeping[] => {
  const key = placeKey(delivery);
  return key ? [bookkeeping('delivery', removal(key))] : [];
};

/** Frees a place whose delivery, read once more, says that it is over or due at another time: workers would look at it on and on. */
export async function freeStray(
  webhookId: WebhookId,
  { key, event_id, at_ms }: Scheduled,
): Promise<Bookkeeping[]> {
  const stored = parseDelivery(await readItem(deliveryKey(webhookId, event_id)));
  if (!stored || stored.next_attempt_at_ms === at_ms) return [];
  return [replacement(keysOf(stored), stored), removal(key)].map((write) => bookkeeping('delivery', write));
}
