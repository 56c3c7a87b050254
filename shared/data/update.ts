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

/** What an update does to attributes, by their names, and the conditions on which it does. */
export interface Changes {
  readonly set?: Item;
  /** Values of attributes that the item does not have yet. */
  readonly setOnce?: Item;
  readonly add?: Readonly<Record<string, number>>;
  readonly remove?: readonly string[];
  /** Expressions that all must hold. `#name` is an attribute, `:name` a value. */
  readonly when?: readonly string[];
  /** The values in conditions. */
  readonly values?: Item;
  /** Default: no attributes */
  readonly returns?: 'ALL_NEW' | 'ALL_OLD';
}

/** Does the same as `updateIf` with changes that are not an expression yet. */
export function changeIf(
  key: Key,
  { set = {}, setOnce = {}, add = {}, remove = [], when = [], values = {}, returns }: Changes,
): Promise<Item | undefined> {
  const clause = (verb: string, parts: readonly string[]) =>
    parts.length === 0 ? [] : [`${verb} ${parts.join(', ')}`];
  const expression = [
    ...clause('SET', [
      ...Object.keys(set).map((name) => `#${name} = :${name}`),
      ...Object.keys(setOnce).map((name) => `#${name} = if_not_exists(#${name}, :${name})`),
    ]),
    ...clause(
      'REMOVE',
      remove.map((name) => `#${name}`),
    ),
    ...clause(
      'ADD',
      Object.keys(add).map((name) => `#${name} :${name}`),
    ),
  ].join(' ');
  const condition = when.join(' AND ');
  const given = Object.entries({ ...set, ...setOnce, ...add, ...values });
  return updateIf(key, {
    UpdateExpression: expression,
    ...(condition !== '' && { ConditionExpression: condition }),
    ExpressionAttributeNames: Object.fromEntries(
      [...`${expression} ${condition}`.matchAll(/#(\w+)/g)].map(([name]) => [name, name.slice(1)]),
    ),
    ...(given.length > 0 && {
      ExpressionAttributeValues: Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
    }),
    ...(returns && { ReturnValues: returns }),
  });
}
