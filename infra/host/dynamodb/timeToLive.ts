import type { Validation } from 'dynalite/validations/index.js';
import { getTable, validate } from './actions.ts';
import type { Ledger } from './ledger.ts';
import { readingStore } from './store.ts';

interface TimeToLive {
  AttributeName: string;
  Enabled: boolean;
}

const tableName = {
  TableName: { type: 'String', required: true, tableName: true, regex: '[a-zA-Z0-9_.-]+' },
};

const describeValidation: Validation = { types: tableName };

const updateValidation: Validation = {
  types: {
    ...tableName,
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

/** Records the setting. Nothing expires: readers of a table treat expired items as gone in any case. */
export async function updateTimeToLive(ledger: Ledger, input: unknown): Promise<unknown> {
  const store = readingStore(ledger);
  const request = validate(input, updateValidation, store) as {
    TableName: string;
    TimeToLiveSpecification: TimeToLive;
  };
  getTable(store, request.TableName);
  await ledger.commit(new Map([[timeToLiveKey(request.TableName), request.TimeToLiveSpecification]]));
  return { TimeToLiveSpecification: request.TimeToLiveSpecification };
}

export async function describeTimeToLive(ledger: Ledger, input: unknown): Promise<unknown> {
  const store = readingStore(ledger);
  const { TableName } = validate(input, describeValidation, store) as { TableName: string };
  getTable(store, TableName);
  const setting = ledger.durableValue(timeToLiveKey(TableName)) as TimeToLive | undefined;
  return {
    TimeToLiveDescription: setting?.Enabled
      ? { AttributeName: setting.AttributeName, TimeToLiveStatus: 'ENABLED' }
      : { TimeToLiveStatus: 'DISABLED' },
  };
}

export function timeToLiveKey(table: string): string {
  return `time-to-live~${table}`;
}
