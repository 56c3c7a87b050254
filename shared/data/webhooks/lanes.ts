import * as z from 'zod/mini';
import {
  eventId,
  type OrganizationId,
  organizationId,
  type WebhookId,
  webhookId,
} from '../../contract/identifiers.ts';
import { laneKey } from '../keys/webhooks.ts';
import { dueShardOf } from '../keys/work.ts';
import { type Change, creation, removal } from '../table/commit.ts';
import { type Item, readItem } from '../table/read.ts';
import { dueIndex } from '../table/table.ts';
import { changeIf } from '../table/update.ts';
import { sendGraceMilliseconds } from '../work/due.ts';
import { acquireLease, changeWhileHeld, isFree, type Leased, lease, releaseLease } from '../work/leases.ts';

/**
 * A webhook endpoint's lane lets one worker at a time deliver to the endpoint. So a dead or slow endpoint occupies one worker, however much
 * is queued for it, and no receiver gets more requests at once than one worker makes.
 *
 * A lane decides only which worker works and when, so atomic updates change it without an entry of activity. No work is lost: deliveries
 * are committed before their lane is woken, and a worker can only finish if nobody has woken the lane since it last looked for work
 * (`wakes`). If a worker dies in between, the lane stays in the due index.
 */
const claims = z.record(eventId, z.int());
export type Claims = z.infer<typeof claims>;

const laneItem = z.object({
  webhook_id: webhookId,
  organization_id: organizationId,
  /** Grows with every wake. */
  wakes: z.int(),
  /** Absent when no worker holds the lane. */
  lease: z.optional(lease),
  /**
   * The deliveries that the worker attempts, with the number of the attempt. They stay when the worker is killed. The
   * attempt then counts as begun, unless the delivery has already recorded it.
   */
  claims: z.optional(claims),
  /** The time when a worker was last called. Absent when none is on its way. */
  worker_called_at_ms: z.optional(z.int()),
  /** The time when the failures since the last success began; null when the last delivery succeeded. */
  failing_since_ms: z.nullable(z.int()),
  /** Whether the endpoint has kept a worker waiting recently. */
  is_slow: z.boolean(),
});
export type Lane = z.infer<typeof laneItem>;

export const createLane = (webhook: {
  readonly id: WebhookId;
  readonly organization_id: OrganizationId;
}): Change<Lane> =>
  creation(laneKey(webhook.id), {
    webhook_id: webhook.id,
    organization_id: webhook.organization_id,
    wakes: 0,
    failing_since_ms: null,
    is_slow: false,
  });

export const removeLane = (webhookId: WebhookId): Change<undefined> => removal(laneKey(webhookId));

/** Returns an endpoint's lane; undefined when the endpoint is deleted. */
export const getLane = async (webhookId: WebhookId): Promise<Lane | undefined> =>
  parseLane(await readItem(laneKey(webhookId)));

export const parseLane = (item: Item | undefined): Lane | undefined => item && z.parse(laneItem, item);

/**
 * Wakes a lane after deliveries were committed. `needsWorker` is false when a worker holds the lane or is on its way. Returns undefined
 * when the endpoint is deleted.
 */
export async function wakeLane(
  webhookId: WebhookId,
  now: number,
): Promise<{ readonly needsWorker: boolean; readonly is_slow: boolean } | undefined> {
  const before = parseLane(
    await changeIf(laneKey(webhookId), {
      set: dueAt(webhookId, now + sendGraceMilliseconds),
      setOnce: { worker_called_at_ms: now },
      add: { wakes: 1 },
      when: ['attribute_exists(#pk)'],
      returns: 'ALL_OLD',
    }),
  );
  if (!before) return undefined;
  const { worker_called_at_ms, is_slow } = before;
  const isOnItsWay = worker_called_at_ms !== undefined && now - worker_called_at_ms < sendGraceMilliseconds;
  return { needsWorker: isFree(before.lease, now) && !isOnItsWay, is_slow };
}

/** The sweep looks at a lane this long after its lease ends, so that even a sweep whose clock is ahead finds the lane free. */
const clockSkewMilliseconds = 2000;

/**
 * Acquires the lane until `until` (epoch milliseconds); undefined when another worker has it, or the endpoint is deleted. A retry of the
 * same worker gets the same lease.
 */
export const acquireLane = async (
  webhookId: WebhookId,
  leaseId: string,
  now: number,
  until: number,
): Promise<Leased<Lane> | undefined> => {
  const wanted = { id: leaseId, until_ms: until };
  const item = await acquireLease(laneKey(webhookId), wanted, now, {
    set: dueAt(webhookId, until + clockSkewMilliseconds),
    remove: ['worker_called_at_ms'],
    when: ['attribute_exists(#pk)'],
  });
  return item && { ...z.parse(laneItem, item), lease: wanted };
};

/**
 * Claims the deliveries that the worker attempts, in place of its earlier claims. Each attempt counts from here on, even if the worker is
 * killed before its request. Returns false when the lease was lost.
 */
export const claimDeliveries = ({ webhook_id, lease }: Leased<Lane>, claims: Claims): Promise<boolean> =>
  changeWhileHeld(laneKey(webhook_id), lease, { set: { claims } });

/** The worker's findings about the endpoint. */
export type LaneHealth = Pick<Lane, 'failing_since_ms' | 'is_slow'>;

/**
 * Releases a lane that has no work before `nextAt` (epoch milliseconds; undefined: it has no work at all). Returns false when the lane was
 * woken since `lane` was read, so that the worker must look again, or when the lease was lost.
 */
export const releaseIdleLane = (
  { webhook_id, lease, wakes }: Leased<Lane>,
  { failing_since_ms, is_slow }: LaneHealth,
  nextAt: number | undefined,
): Promise<boolean> =>
  releaseLease(laneKey(webhook_id), lease, {
    set: { failing_since_ms, is_slow, ...(nextAt !== undefined && dueAt(webhook_id, nextAt)) },
    remove: [
      'claims',
      'worker_called_at_ms',
      ...(nextAt === undefined ? [dueIndex.partitionKey, dueIndex.sortKey] : []),
    ],
    seen: { wakes },
  });

/**
 * Releases a lane with work left in it, for the next worker. `unrecorded` stays claimed: attempts that the worker began and whose results
 * it could not record. Returns false when the lease was lost.
 */
export const releaseBusyLane = (
  { webhook_id, lease }: Leased<Lane>,
  { failing_since_ms, is_slow }: LaneHealth,
  now: number,
  unrecorded: Claims = {},
): Promise<boolean> => {
  const isClaimed = Object.keys(unrecorded).length > 0;
  return releaseLease(laneKey(webhook_id), lease, {
    set: {
      failing_since_ms,
      is_slow,
      ...dueAt(webhook_id, now + sendGraceMilliseconds),
      worker_called_at_ms: now,
      ...(isClaimed && { claims: unrecorded }),
    },
    remove: isClaimed ? [] : ['claims'],
  });
};

const dueAt = (webhookId: WebhookId, milliseconds: number) => ({
  [dueIndex.partitionKey]: dueShardOf(webhookId),
  [dueIndex.sortKey]: milliseconds,
});
