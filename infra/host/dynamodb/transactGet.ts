import type { Attributes } from 'dynalite/db/index.js';
import type { Validation } from 'dynalite/validations/index.js';
import { getTable, itemReads, readItem, runNow, validate } from './actions.ts';
import { Capacity, type CapacityDetail } from './capacity.ts';
import type { Database } from './database.ts';
import { recordingStore } from './store.ts';
import {
  attemptAll,
  rejectOversized,
  rejectRepeatedItems,
  transactionalReadUnits,
  transactionRules,
} from './transaction.ts';

interface GetRequest {
  TableName: string;
  Key: Attributes;
}

interface TransactGetRequest {
  TransactItems: { Get: GetRequest }[];
  ReturnConsumedCapacity?: CapacityDetail;
}

const { TableName, Key, ProjectionExpression, ExpressionAttributeNames } = itemReads.GetItem.validation
  .types as Record<string, Validation['types'][string]>;

const validation: Validation = {
  types: transactionRules('Get', {
    Get: {
      type: 'FieldStruct<Get>',
      notNull: true,
      children: { TableName, Key, ProjectionExpression, ExpressionAttributeNames },
    },
  }),
  custom: ({ TransactItems }: TransactGetRequest, store) => {
    for (const { Get } of TransactItems) {
      const message = itemReads.GetItem.validation.custom?.(Get as never, store);
      if (message) return message;
    }
    return undefined;
  },
};

/** TransactGetItems: reads all items in one consistent state, and answers when that state is on disk. */
export async function transactGetItems(database: Database, input: unknown): Promise<unknown> {
  const store = recordingStore(database, new Map());
  const request = validate(input, validation, store) as TransactGetRequest;
  const reads = request.TransactItems.map(({ Get }) => ({
    Get,
    table: getTable(store, Get.TableName),
    key: Get.Key,
  }));
  rejectRepeatedItems(reads);

  const results = attemptAll(reads, ({ Get, table, key }) => {
    const response = runNow(itemReads.GetItem, store, Get) as { Item?: Attributes };
    return { response, table, stored: readItem(store, table, key) };
  });
  rejectOversized(results.map(({ stored }) => stored));
  await database.durable();

  const used = new Capacity();
  for (const { table, stored } of results) used.add(table.TableName, transactionalReadUnits(stored));
  return {
    Responses: results.map(({ response }) => response),
    ConsumedCapacity: used.describe(request.ReturnConsumedCapacity, 'Read'),
  };
}
