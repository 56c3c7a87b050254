import { createRequire } from 'node:module';
import conditionParser from 'dynalite/db/conditionParser.js';
import type { Attributes, Callback, Store, Table } from 'dynalite/db/index.js';
import db from 'dynalite/db/index.js';
import updateParser from 'dynalite/db/updateParser.js';
import type { Validation } from 'dynalite/validations/index.js';
import validations from 'dynalite/validations/index.js';
import type { CapacityDetail } from './capacity.ts';
import { errorType, isApiError } from './errors.ts';
import { addIndexes, indexUpdateRules, type TableUpdate } from './newIndexes.ts';
import { remembering } from './parsedExpressions.ts';
import { withWholeItems } from './wholeItems.ts';

const require = createRequire(import.meta.url);

// Replaces the function that Query and Scan call.
db.queryTable = withWholeItems(db.queryTable);
for (const parser of [conditionParser, updateParser]) parser.parse = remembering(parser.parse);

export interface WriteRequest {
  TableName: string;
  Key?: Attributes;
  Item?: Attributes;
  ReturnValuesOnConditionCheckFailure?: string;
  ReturnConsumedCapacity?: CapacityDetail;
}

export interface Action {
  validation: Validation;
  run(store: Store, data: unknown, callback: Callback): void;
}

const conditionFailureRule = {
  ReturnValuesOnConditionCheckFailure: { type: 'String', enum: ['ALL_OLD', 'NONE'] },
};

function load(name: string, extraTypes: Validation['types'] = {}): Action {
  const file = name.charAt(0).toLowerCase() + name.slice(1);
  const validation: Validation = require(`dynalite/validations/${file}`);
  return {
    validation: { ...validation, types: { ...validation.types, ...extraTypes } },
    run: require(`dynalite/actions/${file}`),
  };
}

function loadAll<Name extends string>(names: readonly Name[], extraTypes?: Validation['types']) {
  return Object.fromEntries(names.map((name) => [name, load(name, extraTypes)])) as Record<Name, Action>;
}

interface KeyConditions {
  readonly KeyConditions: Readonly<
    Record<string, { readonly AttributeValueList?: readonly Attributes[string][] }>
  >;
}

/**
 * Returns the error of a query that compares a key with an empty value. DynamoDB refuses such a query, but dynalite would return all items.
 */
function emptyComparedKey({ KeyConditions }: KeyConditions): string | undefined {
  for (const [name, { AttributeValueList = [] }] of Object.entries(KeyConditions)) {
    const empty = AttributeValueList.find(({ S, B }) => S === '' || B === '');
    if (empty)
      return (
        'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ' +
        `${empty.S === '' ? 'string' : 'binary'} value. Key: ${name}`
      );
  }
  return undefined;
}

const query = load('Query');
const customRule = query.validation.custom;

export const itemReads = {
  ...loadAll(['BatchGetItem', 'GetItem']),
  Query: {
    ...query,
    validation: {
      ...query.validation,
      custom: (data: never, store: Store) => customRule?.(data, store) ?? emptyComparedKey(data),
    },
  },
  // dynalite implements the parameter ConsistentRead of a scan, but its validation refuses the parameter.
  Scan: load('Scan', { ConsistentRead: 'Boolean' }),
};
export const tableReads = loadAll(['DescribeTable', 'ListTables', 'ListTagsOfResource']);
export const itemWrites = loadAll(['DeleteItem', 'PutItem', 'UpdateItem'], conditionFailureRule);
export const batchWrites = loadAll(['BatchWriteItem']);
const updateTable = load('UpdateTable', indexUpdateRules);
export const tableWrites = {
  ...loadAll(['CreateTable', 'DeleteTable', 'TagResource', 'UntagResource']),
  UpdateTable: {
    validation: updateTable.validation,
    run: (store: Store, data: unknown, callback: Callback) =>
      addIndexes(store, data as TableUpdate, callback) || updateTable.run(store, data, callback),
  },
};

/** Returns the request in the form of dynalite's actions. Throws DynamoDB's validation errors. */
export function validate(input: unknown, { types, custom }: Validation, store: Store): unknown {
  const data = validations.checkTypes(input, types);
  validations.checkValidations(data, types, custom, store);
  return data;
}

export function run(action: Action, store: Store, data: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    action.run(store, data, (error, result) => (error ? reject(error) : resolve(result)));
  });
}

/**
 * Runs an action on a store whose functions call back before they return. The evaluation of conditions relies on this, so an action that is
 * not done when it returns is an error.
 */
export function runNow(action: Action, store: Store, data: unknown): unknown {
  return callNow((callback) => action.run(store, data, callback));
}

function callNow<T>(start: (callback: Callback<T>) => void): T | undefined {
  let outcome: { error: unknown; result: T | undefined } | undefined;
  start((error, result) => {
    outcome = { error, result };
  });
  if (!outcome) throw new Error('expected the action to finish synchronously');
  if (outcome.error) throw outcome.error;
  return outcome.result;
}

/** Runs PutItem, UpdateItem or DeleteItem, with the features that dynalite does not have. */
export function writeItem(action: Action, store: Store, data: WriteRequest): unknown {
  // The key is copied, because dynalite's update turns the given key into the item.
  const key = { ...(data.Key ?? data.Item) };
  try {
    const result = runNow(action, store, data);
    const table = getTable(store, data.TableName);
    rejectEmptyIndexKeys(table, readItem(store, table, key));
    return result;
  } catch (error) {
    const wantsItem = data.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
    if (wantsItem && isApiError(error) && errorType(error) === 'ConditionalCheckFailedException') {
      const existing = readItem(store, getTable(store, data.TableName), key);
      if (existing) error.body.Item = existing;
    }
    throw error;
  }
}

function rejectEmptyIndexKeys(table: Table, item: Attributes | undefined): void {
  for (const { IndexName, KeySchema } of table.GlobalSecondaryIndexes ?? []) {
    for (const { AttributeName } of KeySchema) {
      const value = item?.[AttributeName];
      if (value?.S !== '' && value?.B !== '') continue;
      throw db.validationError(
        'One or more parameter values are not valid. A value specified for a secondary index key is not ' +
          `supported. The AttributeValue for a key attribute cannot contain an empty ${value.S === '' ? 'string' : 'binary'} ` +
          `value. IndexName: ${IndexName}, IndexKey: ${AttributeName}`,
      );
    }
  }
}

/** Returns a table. Throws ResourceNotFoundException. */
export function getTable(store: Store, name: string): Table {
  return callNow<Table>((callback) => store.getTable(name, callback)) as Table;
}

export function readItem(store: Store, table: Table, key: Attributes): Attributes | undefined {
  const items = store.getItemDb(table.TableName);
  return callNow<unknown>((callback) => items.get(db.createKey(key, table), callback)) as
    | Attributes
    | undefined;
}
