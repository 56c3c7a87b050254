import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { unlessConflict } from '../../../shared/data/table/conflict.ts';
import { timeOf } from '../../../shared/data/table/ids.ts';
import {
  type AttemptItem,
  createAttempt,
  type DeliveryItem,
  firstRevision,
} from '../../../shared/data/webhooks/deliveries.ts';
import { recordSucceeded, replaceDelivery } from '../../../shared/data/webhooks/deliveryWrites.ts';
import type { Lane } from '../../../shared/data/webhooks/lanes.ts';
import type { Scheduled } from '../../../shared/data/webhooks/schedule.ts';
import type { Leased } from '../../../shared/data/work/leases.ts';
import { log } from '../../../shared/runtime/log.ts';

/**
 * Writes of outcomes are retried for this long, because a lost outcome means a second request. Only major outages of DynamoDB last longer.
 */
const patienceMilliseconds = 12_000;
/** A worker stops recording this long before its lease ends, so that none of its writes arrives after a write of the next worker. */
const fenceMilliseconds = 5000;

/** An attempt, with the delivery before and after it. */
export interface Attempted {
  readonly before: DeliveryItem;
  readonly next: DeliveryItem;
  readonly attempt: AttemptItem;
}

/** Records the outcomes of attempts, for the one worker that has the lane. */
export class Records {
  readonly #lane: Leased<Lane>;
  #freed: readonly Scheduled[] = [];
  #isLate = false;

  constructor(lane: Leased<Lane>) {
    this.#lane = lane;
  }

  /** True when the lease was about to end before everything was recorded. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /**
   * Records attempts. When the first attempt of a delivery succeeds, the delivery's place in the schedule is removed only with the next
   * group, after the record is stored.
   */
  async add(attempts: readonly (Attempted & { readonly place: Scheduled })[]): Promise<void> {
    this.#isLate = Date.now() > this.#lane.lease.until_ms - fenceMilliseconds;
    // The next worker treats the attempts as interrupted.
    if (this.#isLate) return;
    const succeeded = attempts.filter(
      ({ before, next }) => before.revision === firstRevision && next.status === 'succeeded',
    );
    const others = attempts.filter((attempted) => !succeeded.includes(attempted));
    const freed = this.#freed;
    await Promise.all([
      recordSucceeded(
        succeeded.map(({ next, attempt }) => ({ delivery: next, attempt })),
        freed,
        patienceMilliseconds,
      ),
      ...others.map(recordOne),
    ]);
    this.#freed = succeeded.map(({ place }) => place);
    for (const attempted of attempts) logged(attempted);
  }

  /** Removes the places of recorded attempts and the given places from the schedule. */
  async free(places: readonly Scheduled[] = []): Promise<void> {
    const freed = [...this.#freed, ...places];
    this.#freed = [];
    await recordSucceeded([], freed, patienceMilliseconds);
  }
}

/**
 * Records an attempt and the place of the next attempt in one transaction. Does nothing if another worker or an operator has changed the
 * delivery meanwhile.
 */
export const recordOne = ({ before, next, attempt }: Attempted): Promise<unknown> =>
  unlessConflict(
    writeBookkeeping([...replaceDelivery(before, next), createAttempt(attempt)], { patienceMilliseconds }),
  );

function logged({ next, attempt: { webhook_id, event_id, number, ...attempt } }: Attempted): void {
  log.info('webhook attempt', {
    webhook_id,
    event_id,
    number,
    delivery_status: next.status,
    status_code: attempt.status_code,
    error: attempt.error?.class,
    duration_ms: attempt.duration_ms,
    ...(number === 1 && { attempted_after_milliseconds: Date.now() - timeOf(event_id) }),
  });
}
