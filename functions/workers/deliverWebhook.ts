import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { loadDeliveries, loadInterrupted } from '../../shared/data/webhooks/deliveries.ts';
import {
  acquireLane,
  type Claims,
  claimDeliveries,
  getLane,
  type Lane,
  type LaneHealth,
  releaseBusyLane,
  releaseIdleLane,
} from '../../shared/data/webhooks/lanes.ts';
import { listScheduled, nextAttemptAt, type Scheduled } from '../../shared/data/webhooks/schedule.ts';
import type { Leased } from '../../shared/data/work/leases.ts';
import { consumer } from '../../shared/queues/consumer.ts';
import { announceDeliver } from '../../shared/queues/deliveries.ts';
import { type DeliverMessage, deliverMessage } from '../../shared/queues/messages.ts';
import { log } from '../../shared/runtime/log.ts';
import { queueFor } from '../../shared/webhooks/callWorker.ts';
import { inParallel } from './batches/inParallel.ts';
import { attemptInGroups } from './deliverWebhook/attemptInGroups.ts';
import { type Attemptable, Endpoint, finishInterrupted } from './deliverWebhook/endpoint.ts';
import { askAgainSeconds, HostSlot } from './deliverWebhook/hostSlot.ts';
import { Records } from './deliverWebhook/records.ts';

/** The time that a worker reserves for the last attempt (15 s), and for recording the attempt even if DynamoDB is unavailable at first. */
const reservedMilliseconds = 40_000;
/** The number of deliveries that are loaded together. DynamoDB reads a hundred items at once, and each delivery takes two items. */
const batchSize = 50;
/** Deliveries about readers are loaded in smaller batches, so that other events wait for one group of requests at most. */
const readingsBatchSize = 10;
/** The number of deliveries without a request that are finished at the same time. */
const concurrentFinishes = 10;
/** A retry that is due within this time gets its own message, because the next sweep may come too late. */
const sweepMilliseconds = 60_000;

/**
 * Sends the due deliveries of one endpoint until none is left or the time is up. Passes a slow endpoint to the workers of the slow queue,
 * so that the workers of the quick queue stay free for other endpoints.
 */
export const handler = consumer(deliverMessage, async (message, context: Context) => {
  const now = Date.now();
  const until = now + context.getRemainingTimeInMillis();
  const lane = await acquireLane(message.webhook_id, randomUUID(), now, until);
  if (!lane) return;
  if (lane.is_slow && message.queue === 'quick') return passOn(lane, lane, lane.claims);

  const work = new LaneWork(lane, message.queue, until - reservedMilliseconds);
  try {
    await work.run();
  } catch (error) {
    // Calls no worker, because DynamoDB or KMS would fail again. The sweep, or a retry of this message, tries later.
    await releaseBusyLane(lane, work.health, Date.now(), work.unrecorded).catch((reason: unknown) =>
      log.warn('lane not released', { ...message, error: String(reason) }),
    );
    throw error;
  } finally {
    await work.end();
  }
});

/** The work of one worker in the lane that it has acquired. */
class LaneWork {
  #lane: Leased<Lane>;
  readonly #queue: DeliverMessage['queue'];
  /** Epoch milliseconds. */
  readonly #stopAt: number;
  readonly #endpoint: Endpoint;
  readonly #hostSlot: HostSlot;
  readonly #records: Records;
  /** The attempts that may have begun and are not recorded, including those of a killed worker. */
  readonly #unrecorded: Map<string, number>;

  constructor(lane: Leased<Lane>, queue: DeliverMessage['queue'], stopAt: number) {
    this.#lane = lane;
    this.#queue = queue;
    this.#stopAt = stopAt;
    this.#endpoint = new Endpoint(lane);
    this.#hostSlot = new HostSlot(lane);
    this.#records = new Records(lane);
    this.#unrecorded = new Map(Object.entries(lane.claims ?? {}));
  }

  get health(): LaneHealth {
    return this.#endpoint.health;
  }

  get unrecorded(): Claims {
    return Object.fromEntries(this.#unrecorded);
  }

  end(): Promise<void> {
    return this.#hostSlot.release();
  }

  async run(): Promise<void> {
    const { webhook_id } = this.#lane;
    await Promise.all((await loadInterrupted(this.#lane)).map(finishInterrupted));
    this.#unrecorded.clear();
    for (;;) {
      const scheduled = await listScheduled(webhook_id, batchSize, readingsBatchSize);
      const due = firstDue(scheduled, Date.now());
      if (due.length === 0) {
        const nextAt = nextAttemptAt(scheduled);
        if (await releaseIdleLane(this.#lane, this.health, nextAt))
          return callAt(nextAt, this.#lane, this.health);
        const current = await getLane(webhook_id);
        const { lease } = this.#lane;
        if (current?.lease?.id !== lease.id) return;
        this.#lane = { ...current, lease };
      } else {
        if (this.#isOver()) return passOn(this.#lane, this.health);
        const outcome = await this.#deliver(due);
        if (outcome === 'lost') return;
        if (outcome === 'no slot')
          return passOn(this.#lane, this.health, {}, askAgainSeconds(this.#endpoint.host));
      }
    }
  }

  #isOver(): boolean {
    return Date.now() > this.#stopAt || (this.#queue === 'quick' && this.health.is_slow);
  }

  /** Attempts the due deliveries, and finishes those that must not be attempted. */
  async #deliver(due: readonly Scheduled[]): Promise<'done' | 'no slot' | 'lost'> {
    const endpoint = this.#endpoint;
    const [loaded] = await Promise.all([loadDeliveries(this.#lane.webhook_id, due), endpoint.refresh()]);
    await endpoint.prepare();
    const attemptable = loaded.filter((one) => endpoint.isAttemptable(one));
    const others = loaded.filter((one) => !endpoint.isAttemptable(one));
    const expired: Scheduled[] = [];
    await inParallel(
      others,
      concurrentFinishes,
      () => this.#isOver(),
      async (one) => {
        if (!(await endpoint.finish(one))) expired.push(one.scheduled);
      },
    );
    const isDone = await this.#attempt(attemptable);
    await this.#records.free(expired);
    return isDone;
  }

  async #attempt(deliveries: readonly Attemptable[]): Promise<'done' | 'no slot' | 'lost'> {
    if (deliveries.length === 0) return 'done';
    const { host } = this.#endpoint;
    const limit = await this.#hostSlot.acquire(host);
    if (limit === 0) return 'no slot';
    // True if the host has more endpoints than before. The worker then stops and continues with a smaller share.
    const hasLess = () => this.#endpoint.host.endpoints > host.endpoints;
    const isMine = await attemptInGroups(deliveries, limit, () => this.#isOver() || hasLess(), {
      claim: (claimed) => claimDeliveries(this.#lane, Object.fromEntries(claimed.map(claimOf))),
      attempt: async (one) => {
        const [eventId, number] = claimOf(one);
        this.#unrecorded.set(eventId, number);
        const attempted = await this.#endpoint.attempt(one);
        if (attempted) return [{ ...attempted, place: one.scheduled }];
        this.#unrecorded.delete(eventId);
        return [];
      },
      record: (attempts) => this.#record(attempts.flat()),
    });
    return isMine && !this.#records.isLate ? 'done' : 'lost';
  }

  async #record(attempts: Parameters<Records['add']>[0]): Promise<void> {
    await this.#records.add(attempts);
    if (!this.#records.isLate) for (const { before } of attempts) this.#unrecorded.delete(before.event_id);
  }
}

/** Returns the due deliveries. Deliveries about readers are returned only if there are no others, so that they delay no other event. */
function firstDue(scheduled: readonly Scheduled[], now: number): readonly Scheduled[] {
  const due = scheduled.filter(({ at_ms }) => at_ms <= now);
  const others = due.filter(({ isReading }) => !isReading);
  return others.length > 0 ? others : due;
}

const claimOf = ({ delivery: { event_id, attempt_count } }: Attemptable) =>
  [event_id, attempt_count + 1] as const;

/** Releases the lane and calls another worker for the rest, after `delaySeconds`. */
async function passOn(
  lane: Leased<Lane>,
  health: LaneHealth,
  unrecorded: Claims = {},
  delaySeconds = 0,
): Promise<void> {
  if (await releaseBusyLane(lane, health, Date.now(), unrecorded))
    await announceDeliver({ webhook_id: lane.webhook_id, queue: queueFor(health) }, delaySeconds);
}

/** Calls a worker for the next retry. */
async function callAt(nextAt: number | undefined, lane: Lane, health: LaneHealth): Promise<void> {
  const delay = (nextAt ?? Number.POSITIVE_INFINITY) - Date.now();
  if (delay > sweepMilliseconds) return;
  const message = { webhook_id: lane.webhook_id, queue: queueFor(health) };
  await announceDeliver(message, Math.max(Math.ceil(delay / 1000), 0));
}
