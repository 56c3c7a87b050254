import type { WebhookId } from '../contract/identifiers.ts';
import type { AttemptItem } from './attempts.ts';
import { type Repeatable, writeRepeatables } from './batch.ts';
import { creation, removal, replacement, type Write } from './commit.ts';
import { type DeliveryItem, overAs, parseDelivery } from './deliveries.ts';
import { deliveryKey, newDeliveryKey, scheduleKey } from './keys.ts';
import { readItem } from './read.ts';
import type { Scheduled } from './schedule.ts';
import { table } from './table.ts';

const placeOf = ({ event_id, event_type, ...delivery }: DeliveryItem) => ({
  event_id,
  event_type,
  [table.timeToLive]: delivery[table.timeToLive],
});

export const createDelivery = (delivery: DeliveryItem): Write =>
  creation(newDeliveryKey(delivery.webhook_id, delivery.event_id), placeOf(delivery));

/** The patience with a store that is away, for what is tried again later. */
const patienceMilliseconds = 0;

/** Creates new deliveries. Whoever is cut off creates them again: one that something came of meanwhile stays as it is. */
export const createDeliveries = (deliveries: readonly DeliveryItem[]): Promise<void> =>
  writeRepeatables(
    deliveries.map((delivery) => ({
      put: { ...placeOf(delivery), ...newDeliveryKey(delivery.webhook_id, delivery.event_id) },
    })),
    patienceMilliseconds,
  );

/** Creates a delivery that is skipped because its endpoint is disabled; conflicts when something came of it already. */
export const createSkipped = (delivery: DeliveryItem): Write<DeliveryItem> =>
  creation(deliveryKey(delivery.webhook_id, delivery.event_id), {
    ...overAs(delivery, 'skipped'),
    revision: 1,
  });

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
export interface AttemptedDelivery {
  readonly delivery: DeliveryItem;
  readonly attempt: AttemptItem;
}

function recordOf({ delivery, attempt }: AttemptedDelivery): Repeatable {
  const { webhook_id, event_id, number: _first, [table.timeToLive]: _same, ...first_attempt } = attempt;
  const put = { ...delivery, first_attempt, revision: 1, ...deliveryKey(webhook_id, event_id) };
  return { put, revision: put.revision };
}

/** Replaces a delivery that was loaded as `before`, and its place in the schedule. Conflicts when it has changed since. */
export function replaceDelivery(before: DeliveryItem, next: DeliveryItem): [Write<DeliveryItem>, ...Write[]] {
  const key = deliveryKey(next.webhook_id, next.event_id);
  const isNew = before.revision === 0;
  const stays = !isNew && before.next_attempt_at_ms === next.next_attempt_at_ms;
  return [
    isNew
      ? creation(key, { ...next, revision: 1 })
      : replacement(key, { ...next, revision: before.revision }),
    ...(stays ? [] : [...unschedule(before), ...schedule(next)]),
  ];
}

/** Takes a place for a delivery, if it is to be attempted again. */
const schedule = (delivery: DeliveryItem): Write[] => {
  const { webhook_id, event_id, next_attempt_at_ms } = delivery;
  return next_attempt_at_ms === null
    ? []
    : [creation(scheduleKey(webhook_id, next_attempt_at_ms, event_id), placeOf(delivery))];
};

/** Frees the place of a delivery, if it has one. */
const unschedule = ({ webhook_id, event_id, next_attempt_at_ms, revision }: DeliveryItem): Write[] => {
  if (revision === 0) return [removal(newDeliveryKey(webhook_id, event_id))];
  return next_attempt_at_ms === null ? [] : [removal(scheduleKey(webhook_id, next_attempt_at_ms, event_id))];
};

/** Frees a place whose delivery, read once more, says that it is over or due at another time: workers would look at it on and on. */
export async function freeStray(webhookId: WebhookId, { key, event_id, at_ms }: Scheduled): Promise<Write[]> {
  const stored = parseDelivery(await readItem(deliveryKey(webhookId, event_id)));
  if (!stored || stored.next_attempt_at_ms === at_ms) return [];
  return [replacement(deliveryKey(webhookId, event_id), stored), removal(key)];
}
