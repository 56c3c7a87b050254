import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { DocumentId, EventId, VersionId, WebhookId } from '../contract/identifiers.ts';
import { log } from '../log.ts';
import { dynamo, tableName } from './client.ts';
import { dueShards, type Key, versionPrefix } from './keys.ts';
import { queryItems } from './read.ts';
import { dueIndex } from './table.ts';

/**
 * The due index: every item that still has work to be done says when it must be looked at next. Work is sent to its
 * queue as soon as it is committed, and once more for each time it falls due without having been done: a lost message,
 * a killed worker or a stopped service delay it and lose nothing.
 */

/** The time that a message sent at commit has before the sweep sends another. */
export const sendGraceMilliseconds = 60_000;

/** Work that has fallen due. */
export interface DueWork {
  readonly key: Key;
  readonly dueAtMilliseconds: number;
  readonly task: Task;
}

export type Task =
  | { readonly kind: 'process_version'; readonly document_id: DocumentId; readonly version_id: VersionId }
  | { readonly kind: 'fan_out_event'; readonly event_id: EventId }
  | { readonly kind: 'deliver'; readonly webhook_id: WebhookId };

const dueItem = z.object({ pk: z.string(), sk: z.string(), [dueIndex.sortKey]: z.int() });

/** Lists up to `countPerShard` pieces of work of each shard that fell due by `now` (epoch milliseconds), longest due first. */
export async function listDueWork(now: number, countPerShard: number): Promise<DueWork[]> {
  const shards = await Promise.all(
    dueShards.map((shard) =>
      queryItems(
        {
          IndexName: dueIndex.name,
          KeyConditionExpression: '#shard = :shard AND #due <= :now',
          ExpressionAttributeNames: { '#shard': dueIndex.partitionKey, '#due': dueIndex.sortKey },
          ExpressionAttributeValues: { ':shard': shard, ':now': now },
        },
        countPerShard,
      ),
    ),
  );
  return shards.flat().flatMap((item) => {
    const { pk, sk, due_at_ms } = z.parse(dueItem, item);
    const task = taskOf({ pk, sk });
    if (!task) log.error('an item of unknown kind is due', { pk, sk });
    return task ? [{ key: { pk, sk }, dueAtMilliseconds: due_at_ms, task }] : [];
  });
}

/**
 * Returns the task of an item by its key, for the index carries keys only. Undefined for a kind that only a newer release
 * knows, which must not keep the others from their turn.
 */
function taskOf({ pk, sk }: Key): Task | undefined {
  if (pk.startsWith('DOC#') && sk.startsWith(versionPrefix))
    return {
      kind: 'process_version',
      document_id: `doc_${pk.slice('DOC#'.length)}`,
      version_id: `ver_${sk.slice(versionPrefix.length)}`,
    };
  if (pk.startsWith('EVENT#')) return { kind: 'fan_out_event', event_id: `evt_${pk.slice('EVENT#'.length)}` };
  if (pk.startsWith('WEBHOOK#') && sk === 'LANE')
    return { kind: 'deliver', webhook_id: `whk_${pk.slice('WEBHOOK#'.length)}` };
  return undefined;
}

/**
 * Moves work on to `dueAtMilliseconds` (since the epoch). Returns false when it was moved or done since it was listed. It
 * does not count as a change of the item: its revision stays.
 */
export async function postpone(work: DueWork, dueAtMilliseconds: number): Promise<boolean> {
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: work.key,
        UpdateExpression: 'SET #due = :next',
        ConditionExpression: '#due = :seen',
        ExpressionAttributeNames: { '#due': dueIndex.sortKey },
        ExpressionAttributeValues: { ':next': dueAtMilliseconds, ':seen': work.dueAtMilliseconds },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
