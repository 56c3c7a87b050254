import type { Validation } from 'dynalite/validations/index.js';
import { getTable, tableReads, validate } from './actions.ts';
import type { Database } from './database.ts';
import { readingStore } from './store.ts';

interface TimeToLive {
  AttributeName: string;
  Enabled: boolean;
}

const describeValidation = tableReads.DescribeTable.validation;
const updateValidation: Validation = {
  types: {
    ...describeValidation.types,
    TimeToLiveSpecification: {
      type: 'FieldStruct<TimeToLiveSpecification>',
      notNull: true,
      children: {
        AttributeName: {
          type: 'String',
          notNull: true,
          lengthGreaterThanOrEqual: 1,
          lengthLessThanOrEqual: 255,
        },
        Enabled: { type: 'Boolean', notNull: true },
      },
    },
  },
};

/** Stores the setting. `expireItems` removes expired items later. */
export async function updateTimeToLive(database: Database, input: unknown): Promise<unknown> {
  const store = readingStore(database);
  const request = validate(input, updateValidation, store) as {
    TableName: string;
    TimeToLiveSpecification: TimeToLive;
  };
  getTable(store, request.TableName);
  await database.commit(new Map([[timeToLiveKey(request.TableName), request.TimeToLiveSpecification]]));
  return { TimeToLiveSpecification: request.TimeToLiveSpecification };
}

export async function describeTimeToLive(database: Database, input: unknown): Promise<unknown> {
  const store = readingStore(database);
  const { TableName } = validate(input, describeValidation, store) as { TableName: string };
  getTable(store, TableName);
  const AttributeName = timeToLiveOf(database, TableName);
  return {
    TimeToLiveDescription:
      AttributeName === undefined
        ? { TimeToLiveStatus: 'DISABLED' }
        : { AttributeName, TimeToLiveStatus: 'ENABLED' },
  };
}

/** Returns the attribute with the time at which an item of the table expires; undefined when the table has none. */
export function timeToLiveOf(database: Database, table: string): string | undefined {
  const setting = database.durableValue(timeToLiveKey(table)) as TimeToLive | undefined;
  return setting?.Enabled ? setting.AttributeName : undefined;
}

export async function tablesWithTimeToLive(database: Database): Promise<string[]> {
  const names: string[] = [];
  for await (const key of database.keys({ gte: prefix, lt: `${prefix}\xff` }))
    names.push(key.slice(prefix.length));
  return names;
}

const prefix = 'time-to-live~';

export const timeToLiveKey = (table: string): string => prefix + table;
