import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { organizationId, webhookId } from '../contract/identifiers.ts';
import { dynamo, tableName } from './client.ts';
import { creation, removal, type Write } from './commit.ts';
import { sendGraceMilliseconds } from './due.ts';
import { dueShardOf, laneKey } from './keys.ts';

/**
 * A webhook endpoint's lane: one worker at a time delivers to it. So a dead or slow endpoint occupies one worker, however
 * much is queued for it, and no receiver gets more requests at once than one worker makes.
 *
 * A lane decides nothing but who works and when, so it moves on its own, by atomic updates. Nothing is forgotten:
 * deliveries are committed before their lane is woken, and a worker can only finish if nobody has woken the lane since it
 * last looked for work (`wakes`). Whatever dies in between, the lane stays in the due index.
 */
const laneItem = z.object({
  webhook_id: webhookId,
  organization_id: organizationId,
  /** Grows with every wake. */
  wakes: z.int(),
  /** The worker that has the lane, until then (epoch milliseconds). */
  lease_id: z.optional(z.string()),
  leased_until: z.int(),
  /** When a message that calls for a worker was sent (epoch milliseconds); absent when none is on its way. */
  summoned_at: z.optional(z.int()),
  /** Since when no delivery has succeeded (epoch milliseconds); null when the last one did. */
  failing_since: z.nullable(z.int()),
  /** Whether it kept a worker waiting lately. */
  is_slow: z.boolean(),
});
export type Lane = z.infer<typeof laneItem>;

export const createLane = (webhook: { readonly id: string; readonly organization_id: string }): Write =>
  creation({
    ...laneKey(webhook.id),
    webhook_id: webhook.id,
    organization_id: webhook.organization_id,
    wakes: 0,
    leased_until: 0,
    failing_since: null,
    is_slow: false,
  } satisfies Lane & ReturnType<typeof laneKey>);

export const removeLane = (webhook: string): Write => removal(laneKey(webhook));

/** One strongly consistent read; undefined when the endpoint is deleted. */
export async function getLane(webhook: string): Promise<Lane | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: laneKey(webhook), ConsistentRead: true }),
  );
  return Item && z.parse(laneItem, Item);
}

/**
 * Says that deliveries have been committed. Answers whether a worker has to be called for: not when one has the lane, or is
 * on its way; undefined when the endpoint is deleted.
 */
export async function wakeLane(
  webhook: string,
  now: number,
): Promise<{ readonly summon: boolean; readonly is_slow: boolean } | undefined> {
  const before = await update(webhook, {
    UpdateExpression:
      'SET due_shard = :shard, due_at = :soon, summoned_at = if_not_exists(summoned_at, :now) ADD wakes :one',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: {
      ':shard': dueShardOf(webhook),
      ':soon': now + sendGraceMilliseconds,
      ':now': now,
      ':one': 1,
    },
    ReturnValues: 'ALL_OLD',
  });
  if (!before) return undefined;
  const { leased_until, summoned_at, is_slow } = before;
  const isOnItsWay = summoned_at !== undefined && now - summoned_at < sendGraceMilliseconds;
  return { summon: leased_until <= now && !isOnItsWay, is_slow };
}

/** The sweep comes a little after the lease is over, also by a clock that is ahead: it must find the lane free. */
const clockSkewMilliseconds = 2000;

/**
 * Takes the lane until `until` (epoch milliseconds); undefined when another worker has it, or the endpoint is deleted. Who
 * asks again because an answer was lost has it already.
 */
export const takeLane = (
  webhook: string,
  lease_id: string,
  now: number,
  until: number,
): Promise<Lane | undefined> =>
  update(webhook, {
    UpdateExpression:
      'SET lease_id = :id, leased_until = :until, due_shard = :shard, due_at = :due REMOVE summoned_at',
    ConditionExpression: 'attribute_exists(pk) AND (leased_until <= :now OR lease_id = :id)',
    ExpressionAttributeValues: {
      ':id': lease_id,
      ':until': until,
      ':due': until + clockSkewMilliseconds,
      ':shard': dueShardOf(webhook),
      ':now': now,
    },
    ReturnValues: 'ALL_NEW',
  });

/** What a worker has learned about the endpoint. */
export type LaneHealth = Pick<Lane, 'failing_since' | 'is_slow'>;

/**
 * Gives the lane back when nothing is left to do before `nextAt` (epoch milliseconds; undefined: nothing at all). Answers
 * false when it was woken since `lane` was read: look again. So it does when the lease was lost.
 */
export const finishLane = async (lane: Lane, health: LaneHealth, nextAt: number | undefined) =>
  (await update(lane.webhook_id, {
    UpdateExpression: `SET leased_until = :none, failing_since = :failing, is_slow = :slow${
      nextAt === undefined ? '' : ', due_shard = :shard, due_at = :next'
    } REMOVE lease_id, summoned_at${nextAt === undefined ? ', due_shard, due_at' : ''}`,
    ConditionExpression: 'lease_id = :id AND wakes = :wakes',
    ExpressionAttributeValues: {
      ':none': 0,
      ':failing': health.failing_since,
      ':slow': health.is_slow,
      ':id': lane.lease_id,
      ':wakes': lane.wakes,
      ...(nextAt !== undefined && { ':shard': dueShardOf(lane.webhook_id), ':next': nextAt }),
    },
    ReturnValues: 'ALL_NEW',
  })) !== undefined;

/** Gives the lane to whoever takes it next, with work left in it. Answers false when the lease was lost. */
export const resignLane = async (lane: Lane, health: LaneHealth, now: number) =>
  (await update(lane.webhook_id, {
    UpdateExpression:
      'SET leased_until = :none, failing_since = :failing, is_slow = :slow, summoned_at = :now, due_shard = :shard, due_at = :soon REMOVE lease_id',
    ConditionExpression: 'lease_id = :id',
    ExpressionAttributeValues: {
      ':none': 0,
      ':failing': health.failing_since,
      ':slow': health.is_slow,
      ':now': now,
      ':shard': dueShardOf(lane.webhook_id),
      ':soon': now + sendGraceMilliseconds,
      ':id': lane.lease_id,
    },
    ReturnValues: 'ALL_NEW',
  })) !== undefined;

/** Undefined when the condition does not hold. */
async function update(
  webhook: string,
  input: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
): Promise<Lane | undefined> {
  try {
    const { Attributes } = await dynamo.send(
      new UpdateCommand({ TableName: tableName(), Key: laneKey(webhook), ...input }),
    );
    return Attributes && z.parse(laneItem, Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
