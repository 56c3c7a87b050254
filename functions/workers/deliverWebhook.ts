import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { type LoadedDelivery, loadDeliveries } from '../../shared/data/deliveries.ts';
import {
  acquireLane,
  getLane,
  type Lane,
  type LaneHealth,
  releaseBusyLane,
  releaseIdleLane,
} from '../../shared/data/lanes.ts';
import { listScheduled } from '../../shared/data/schedule.ts';
import { log } from '../../shared/log.ts';
import { consumer } from '../../shared/queues/consumer.ts';
import { announceDeliver } from '../../shared/queues/deliveries.ts';
import { type DeliverMessage, deliverMessage } from '../../shared/queues/messages.ts';
import { queueFor } from '../../shared/webhooks/callWorker.ts';
import { Endpoint } from './deliverWebhook/endpoint.ts';
import { askAgainSeconds, HostShare } from './deliverWebhook/hostShare.ts';
import { inParallel } from './inParallel.ts';

/** The last attempt may take this much of an invocation's time: 15 s, and recording it while the store is away. */
const reservedMilliseconds = 40_000;
/** Deliveries that are loaded together: DynamoDB reads a hundred items at once, and each is two. */
const batchSize = 50;
/** A retry that is due before the next sweep may have come gets a message of its own. */
const sweepMilliseconds = 60_000;

/**
 * Delivers what is due to one endpoint, until nothing is left or the time is up. It leaves an endpoint that answers slowly to
 * the workers of the slow queue, so that those of the quick one are free for everybody else.
 */
export const handler = consumer(deliverMessage, async (message, context: Context) => {
  const now = Date.now();
  const until = now + context.getRemainingTimeInMillis();
  const lane = await acquireLane(message.webhook_id, randomUUID(), now, until);
  if (!lane) return;
  if (lane.is_slow && message.queue === 'quick') return passOn(lane, lane);

  const endpoint = new Endpoint(lane);
  const share = new HostShare(lane);
  try {
    await work(endpoint, share, lane, message.queue, until - reservedMilliseconds);
  } catch (error) {
    // No worker is called: the next one would meet the same broken store or key. The sweep, or this message when it comes
    // again, tries later.
    await releaseBusyLane(lane, endpoint.health, Date.now()).catch((reason: unknown) =>
      log.warn('lane not released', { ...message, error: String(reason) }),
    );
    throw error;
  } finally {
    await share.release();
  }
});

async function work(
  endpoint: Endpoint,
  share: HostShare,
  acquired: Lane,
  queue: DeliverMessage['queue'],
  stopAt: number,
) {
  let lane = acquired;
  const isOver = () => Date.now() > stopAt || (queue === 'quick' && endpoint.health.is_slow);
  for (;;) {
    const scheduled = await listScheduled(lane.webhook_id, batchSize);
    const due = scheduled.filter(({ at_ms }) => at_ms <= Date.now());
    if (due.length === 0) {
      const nextAt = scheduled[0]?.at_ms;
      if (await releaseIdleLane(lane, endpoint.health, nextAt)) return callAt(nextAt, lane, endpoint.health);
      const current = await getLane(lane.webhook_id);
      if (!current || current.lease_id !== lane.lease_id) return;
      lane = current;
    } else {
      if (isOver()) return passOn(lane, endpoint.health);
      const [loaded, { host }] = await Promise.all([
        loadDeliveries(lane.webhook_id, due),
        endpoint.refresh(),
      ]);
      const limit = await share.acquire(host);
      if (limit === 0) return passOn(lane, endpoint.health, askAgainSeconds(host));
      // A worker that finds more endpoints on the host than before stops, and goes on with a smaller share.
      const hasLess = () => endpoint.host.endpoints > host.endpoints;
      await inParallel(
        loaded,
        limit,
        () => isOver() || hasLess(),
        (one: LoadedDelivery) => endpoint.deliver(one),
      );
    }
  }
}

/** Releases the lane and calls another worker to what is left in it, after `delaySeconds`. */
async function passOn(lane: Lane, health: LaneHealth, delaySeconds = 0): Promise<void> {
  if (await releaseBusyLane(lane, health, Date.now()))
    await announceDeliver({ webhook_id: lane.webhook_id, queue: queueFor(health) }, delaySeconds);
}

/** Calls a worker for the next retry. */
async function callAt(nextAt: number | undefined, lane: Lane, health: LaneHealth): Promise<void> {
  const delay = (nextAt ?? Number.POSITIVE_INFINITY) - Date.now();
  if (delay > sweepMilliseconds) return;
  const message = { webhook_id: lane.webhook_id, queue: queueFor(health) };
  await announceDeliver(message, Math.max(Math.ceil(delay / 1000), 0));
}
