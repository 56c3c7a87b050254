import { setTimeout as pause } from 'node:timers/promises';
import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshalledMap } from '../../aws/attributes.ts';
import { isAnswer } from '../../aws/errors.ts';
import type { Key } from '../keys/key.ts';
import { dynamo, tableName } from './client.ts';
import type { Item } from './read.ts';

export type Update = Omit<UpdateCommandInput, 'TableName' | 'Key'>;

const attemptsMax = 6;

/**
 * The attributes that `ReturnValues` requests; if the condition does not hold, the item that `ReturnValuesOnConditionCheckFailure`
 * requests.
 */
type Outcome = { readonly attributes: Item } | { readonly found: Item | undefined };

/** Writes one item. While a transaction holds the item, for milliseconds, this function retries, because the SDK does not. */
async function outcomeOf(write: () => Promise<{ readonly Attributes?: Item | undefined }>): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { Attributes = {} } = await write();
      return { attributes: Attributes };
    } catch (error) {
      if (isAnswer(error, 'ConditionalCheckFailedException'))
        return { found: error.Item && unmarshalledMap(error.Item) };
      if (!isAnswer(error, 'TransactionConflictException') || attempt === attemptsMax) throw error;
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}

const update = (key: Key, changes: Update): Promise<Outcome> =>
  outcomeOf(() => dynamo.send('UpdateItem', { TableName: tableName(), Key: key, ...changes }));

/**
 * Updates one item atomically, outside of commits: for changes that need no decision. Returns the attributes that `ReturnValues` requests,
 * none by default; undefined when the condition does not hold.
 */
export async function updateIf(key: Key, changes: Update): Promise<Item | undefined> {
  const outcome = await update(key, changes);
  return 'attributes' in outcome ? outcome.attributes : undefined;
}

/** The changes that an update makes to attributes, by name, and its conditions. */
export interface Changes {
  readonly set?: Item;
  /** Values of attributes that the item does not have yet. */
  readonly setOnce?: Item;
  /** Attributes by name, each with the name of the attribute whose value it gets. */
  readonly copy?: Readonly<Record<string, string>>;
  /** The same, for attributes that may be missing: then the value is empty. */
  readonly copyOrEmpty?: Readonly<Record<string, string>>;
  readonly add?: Readonly<Record<string, number>>;
  readonly remove?: readonly string[];
  /** Values that attributes must have. */
  readonly seen?: Item;
  /** Further conditions, as expressions: `#name` is an attribute, `:name` one of `values`. */
  readonly when?: readonly string[];
  readonly values?: Item;
  /** Default: no attributes */
  readonly returns?: 'ALL_NEW' | 'ALL_OLD';
}

/** Does the same as `updateIf`, with changes instead of an expression. */
export const changeIf = (key: Key, changes: Changes): Promise<Item | undefined> =>
  updateIf(key, updateOf(changes));

/**
 * Makes changes, and returns the attributes that `returns` names. When their conditions do not hold, returns the present item, in the same
 * request; `found` is undefined when the item does not exist.
 */
export const changeOrFind = (key: Key, changes: Changes): Promise<Outcome> =>
  update(key, { ...updateOf(changes), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });

function updateOf(changes: Changes): Update {
  const {
    set = {},
    setOnce = {},
    copy = {},
    copyOrEmpty = {},
    add = {},
    remove = [],
    seen = {},
    returns,
  } = changes;
  const conditions = [
    ...Object.keys(seen).map((name) => `#${name} = :seen_${name}`),
    ...(changes.when ?? []),
  ].join(' AND ');
  const clauses = {
    SET: [
      ...Object.keys(set).map((name) => `#${name} = :${name}`),
      ...Object.keys(setOnce).map((name) => `#${name} = if_not_exists(#${name}, :${name})`),
      ...Object.entries(copy).map(([name, from]) => `#${name} = #${from}`),
      ...Object.entries(copyOrEmpty).map(([name, from]) => `#${name} = if_not_exists(#${from}, :empty)`),
    ],
    REMOVE: remove.map((name) => `#${name}`),
    ADD: Object.keys(add).map((name) => `#${name} :${name}`),
  };
  const UpdateExpression = Object.entries(clauses)
    .filter(([, parts]) => parts.length > 0)
    .map(([verb, parts]) => `${verb} ${parts.join(', ')}`)
    .join(' ');
  const names = `${UpdateExpression} ${conditions}`.match(/#\w+/g) ?? [];
  const values = [
    ...Object.entries({ ...set, ...setOnce, ...add, ...changes.values }).map(([name, value]) => [
      `:${name}`,
      value,
    ]),
    ...Object.entries(seen).map(([name, value]) => [`:seen_${name}`, value]),
    ...(Object.keys(copyOrEmpty).length > 0 ? [[':empty', '']] : []),
  ];
  return {
    UpdateExpression,
    ...(conditions !== '' && { ConditionExpression: conditions }),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [name, name.slice(1)])),
    ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
    ...(returns && { ReturnValues: returns }),
  };
}

/** Makes changes; returns false when their conditions do not hold. */
export const hasChanged = async (key: Key, changes: Changes): Promise<boolean> =>
  (await changeIf(key, changes)) !== undefined;

/**
 * Removes an item, if an attribute still has this value; returns false otherwise. `lease.id` is an attribute within another one. Costs half of
 * a transaction. If the answer was lost, the repetition returns false.
 */
export async function hasRemoved({ pk, sk }: Key, attribute: string, seen: string): Promise<boolean> {
  const request = {
    TableName: tableName(),
    Key: { pk, sk },
    ConditionExpression: `${attribute} = :seen`,
    ExpressionAttributeValues: { ':seen': seen },
  };
  return 'attributes' in (await outcomeOf(() => dynamo.send('DeleteItem', request)));
}
