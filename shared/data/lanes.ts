import * as z from 'zod/mini';
import {
  eventId,
  type OrganizationId,
  organizationId,
  type WebhookId,
  webhookId,
} from '../contract/identifiers.ts';
import { type Change, creation, removal } from './commit.ts';
import { sendGraceMilliseconds } from './due.ts';
import { dueShardOf, laneKey } from './keys.ts';
import { type Item, readItem } from './read.ts';
import { dueIndex } from './table.ts';
import { type Update, updateIf } from './update.ts';

/**
 * A webhook endpoint's lane: one worker at a time delivers to it. So a dead or slow endpoint occupies one worker, however
 * much is queued for it, and no receiver gets more requests at once than one worker makes.
 *
 * A lane decides nothing but who works and when, so it moves on its own, by atomic updates. Nothing is forgotten:
 * deliveries are committed before their lane is woken, and a worker can only finish if nobody has woken the lane since it
 * last looked for work (`wakes`). Whatever dies in between, the lane stays in the due index.
 */
const claims = z.record(eventId, z.int());
export type Claims = z.infer<typeof claims>;

const laneItem = z.object({
  webhook_id: webhookId,
  organization_id: organizationId,
  /** Grows with every wake. */
  wakes: z.int(),
  /** The lease of the worker that has the lane until `leased_until_ms`. */
  lease_id: z.optional(z.string()),
  leased_until_ms: z.int(),
  /**
   * The deliveries that the worker attempts, with the number of the attempt. They stay when it is killed, so that the attempt
   * counts: it had begun unless the delivery says that as many were made.
   */
  claims: z.optional(claims),
  /** Absent when no worker is on its way. */
  worker_called_at_ms: z.optional(z.int()),
  /** The beginning of the failures since the last success; null when the last delivery succeeded. */
  failing_since_ms: z.nullable(z.int()),
  /** True when the endpoint kept a worker waiting lately. */
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
    leased_until_ms: 0,
    failing_since_ms: null,
    is_slow: false,
  });

export const removeLane = (webhookId: WebhookId): Change<undefined> => removal(laneKey(webhookId));

/** Returns an endpoint's lane; undefined when the endpoint is deleted. */
export const getLane = async (webhookId: WebhookId): Promise<Lane | undefined> =>
  parseLane(await readItem(laneKey(webhookId)));

export const parseLane = (item: Item | undefined): Lane | undefined => item && z.parse(laneItem, item);

/**
 * Wakes a lane after deliveries were committed. A worker has to be called unless one has the lane or is on its way. Undefined
 * when the endpoint is deleted.
 */
export async function wakeLane(
  webhookId: WebhookId,
  now: number,
): Promise<{ readonly needsWorker: boolean; readonly is_slow: boolean } | undefined> {
  const before = await update(webhookId, {
    UpdateExpression: `SET ${dueAt}, worker_called_at_ms = if_not_exists(worker_called_at_ms, :now) ADD wakes :one`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: {
      ...dueValues(webhookId, now + sendGraceMilliseconds),
      ':now': now,
      ':one': 1,
    },
    ReturnValues: 'ALL_OLD',
  });
  if (!before) return undefined;
  const { leased_until_ms, worker_called_at_ms, is_slow } = before;
  const isOnItsWay = worker_called_at_ms !== undefined && now - worker_called_at_ms < sendGraceMilliseconds;
  return { needsWorker: leased_until_ms <= now && !isOnItsWay, is_slow };
}

/** The sweep comes a little after the lease is over, also by a clock that is ahead: it must find the lane free. */
const clockSkewMilliseconds = 2000;

/**
 * Acquires the lane until `until` (epoch milliseconds); undefined when another worker has it, or the endpoint is deleted. A
 * worker that asks again because an answer was lost has it already.
 */
export const acquireLane = (
  webhookId: WebhookId,
  leaseId: string,
  now: number,
  until: number,
): Promise<Lane | undefined> =>
  update(webhookId, {
    UpdateExpression: `SET lease_id = :id, leased_until_ms = :until, ${dueAt} REMOVE worker_called_at_ms`,
    ConditionExpression: 'attribute_exists(pk) AND (leased_until_ms <= :now OR lease_id = :id)',
    ExpressionAttributeValues: {
      ...dueValues(webhookId, until + clockSkewMilliseconds),
      ':id': leaseId,
      ':until': until,
      ':now': now,
    },
    ReturnValues: 'ALL_NEW',
  });

/**
 * Says which deliveries the worker attempts, in place of those it said before. Each counts from here on, even if the worker is
 * killed before its request. Returns false when the lease was lost.
 */
export const claimDeliveries = async (lane: Lane, claims: Claims): Promise<boolean> =>
  (await update(lane.webhook_id, {
    UpdateExpression: 'SET claims = :claims',
    ConditionExpression: 'lease_id = :id',
    ExpressionAttributeValues: { ':claims': claims, ':id': lane.lease_id },
    ReturnValues: 'ALL_NEW',
  })) !== undefined;

/** The worker's findings about the endpoint. */
export type LaneHealth = Pick<Lane, 'failing_since_ms' | 'is_slow'>;

/**
 * Releases a lane in which nothing is left to do before `nextAt` (epoch milliseconds; undefined: nothing at all). Returns
 * false when the lane was woken since `lane` was read, so that the worker looks again, and when the lease was lost.
 */
export const releaseIdleLane = async (lane: Lane, health: LaneHealth, nextAt: number | undefined) =>
  (await update(lane.webhook_id, {
    UpdateExpression:
      nextAt === undefined
        ? `SET ${released} REMOVE lease_id, claims, worker_called_at_ms, ${dueIndex.partitionKey}, ${dueIndex.sortKey}`
        : `SET ${released}, ${dueAt} REMOVE lease_id, claims, worker_called_at_ms`,
    ConditionExpression: 'lease_id = :id AND wakes = :wakes',
    ExpressionAttributeValues: {
      ...releasedValues(lane, health),
      ...(nextAt !== undefined && dueValues(lane.webhook_id, nextAt)),
      ':wakes': lane.wakes,
    },
    ReturnValues: 'ALL_NEW',
  })) !== undefined;

/**
 * Releases a lane with work left in it, for the next worker. `unrecorded` stays claimed: what the worker began, and could not
 * record what came of it. Returns false when the lease was lost.
 */
export const releaseBusyLane = async (
  lane: Lane,
  health: LaneHealth,
  now: number,
  unrecorded: Claims = {},
) => {
  const isClaimed = Object.keys(unrecorded).length > 0;
  const claimed = isClaimed ? ', claims = :claims REMOVE lease_id' : ' REMOVE lease_id, claims';
  const isReleased = await update(lane.webhook_id, {
    UpdateExpression: `SET ${released}, ${dueAt}, worker_called_at_ms = :now${claimed}`,
    ConditionExpression: 'lease_id = :id',
    ExpressionAttributeValues: {
      ...(isClaimed && { ':claims': unrecorded }),
      ...releasedValues(lane, health),
      ...dueValues(lane.webhook_id, now + sendGraceMilliseconds),
      ':now': now,
    },
    ReturnValues: 'ALL_NEW',
  });
  return isReleased !== undefined;
};

const dueAt = `${dueIndex.partitionKey} = :shard, ${dueIndex.sortKey} = :due`;
const dueValues = (webhookId: WebhookId, dueAtMilliseconds: number) => ({
  ':shard': dueShardOf(webhookId),
  ':due': dueAtMilliseconds,
});

const released = 'leased_until_ms = :none, failing_since_ms = :failing, is_slow = :slow';
const releasedValues = ({ lease_id }: Lane, { failing_since_ms, is_slow }: LaneHealth) => ({
  ':none': 0,
  ':failing': failing_since_ms,
  ':slow': is_slow,
  ':id': lease_id,
});

/** Returns undefined when the condition does not hold. Each update asks for the whole lane. */
const update = async (webhookId: WebhookId, change: Update): Promise<Lane | undefined> =>
  parseLane(await updateIf(laneKey(webhookId), change));
