import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamo, tableName } from './client.ts';
import type { Key } from './keys.ts';
import { pause } from './pause.ts';
import type { Item } from './read.ts';

export type Update = Omit<UpdateCommandInput, 'TableName' | 'Key'>;

const attemptsMax = 6;

/**
 * Updates one item atomically, by itself: for what moves without a decision, and leaves the revision alone. Returns the
 * attributes that `ReturnValues` asks for, none by default; undefined when the condition does not hold. It is tried again
 * while a transaction has the item, which takes milliseconds: the SDK does not.
 */
export async function updateIf(key: Key, update: Update): Promise<Item | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { Attributes = {} } = await dynamo.send(
        new UpdateCommand({ TableName: tableName(), Key: key, ...update }),
      );
      return Attributes;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      if (!(error instanceof TransactionConflictException) || attempt === attemptsMax) throw error;
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}
