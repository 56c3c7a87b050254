import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { DocumentId } from '../contract/identifiers.ts';
import { dynamo, tableName } from './client.ts';
import { documentKey } from './keys.ts';
import type { Item } from './read.ts';

/** What came of the items of one document. */
export interface Restored {
  /** Those that were not there, and are now as the other table has them. */
  readonly restored: number;
  /** Those that were there, and are as they were. */
  readonly present: number;
}

/**
 * Copies what another table has of a document, which is the document itself, its versions and its attachments, and this one has
 * not. Nothing that is there is changed, so that it can be repeated. No event tells of it. Undefined where the other table has
 * no such document. Throws DynamoDB's ResourceNotFoundException when there is no such table.
 */
export async function copyDocument(
  documentId: DocumentId,
  otherTable: string,
): Promise<Restored | undefined> {
  const { pk, sk } = documentKey(documentId);
  const items = await partitionOf(pk, otherTable);
  const document = items.find((item) => item.sk === sk);
  if (!document) return undefined;
  const outcomes: boolean[] = [];
  for (const item of items) if (item !== document) outcomes.push(await putIfMissing(item));
  // It comes last: whoever can find it finds all of it.
  outcomes.push(await putIfMissing(document));
  const restored = outcomes.filter(Boolean).length;
  return { restored, present: outcomes.length - restored };
}

async function partitionOf(pk: string, TableName: string): Promise<Item[]> {
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamo.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    items.push(...Items);
    start = LastEvaluatedKey;
  } while (start);
  return items;
}

async function putIfMissing(Item: Item): Promise<boolean> {
  try {
    await dynamo.send(
      new PutCommand({ TableName: tableName(), Item, ConditionExpression: 'attribute_not_exists(pk)' }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
