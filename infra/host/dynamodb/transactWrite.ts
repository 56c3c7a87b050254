import type { Store } from 'dynalite/db/index.js';
import db from 'dynalite/db/index.js';
import type { Validation } from 'dynalite/validations/index.js';
import {
  type Action,
  getTable,
  itemWrites,
  readItem,
  validate,
  type WriteRequest,
  writeItem,
} from './actions.ts';
import { Capacity, type CapacityDetail, capacityOf, writeUnits } from './capacity.ts';
import type { Changes, Database } from './database.ts';
import { fingerprint, remember, wasApplied } from './requestTokens.ts';
import { recordingStore } from './store.ts';
import {
  attemptAll,
  rejectOversized,
  rejectRepeatedItems,
  transactionalReadUnits,
  transactionRules,
} from './transaction.ts';

type Kind = 'ConditionCheck' | 'Delete' | 'Put' | 'Update';
type TransactItem = Partial<Record<Kind, WriteRequest>>;

interface TransactWriteRequest {
  TransactItems: TransactItem[];
  ClientRequestToken?: string;
  ReturnConsumedCapacity?: CapacityDetail;
}

type PlannedWrite = ReturnType<typeof plan>;
type Write = ReturnType<typeof apply>;

// A condition check is a conditional delete whose deletion is not kept.
const actions: Record<Kind, Action> = {
  ConditionCheck: itemWrites.DeleteItem,
  Delete: itemWrites.DeleteItem,
  Put: itemWrites.PutItem,
  Update: itemWrites.UpdateItem,
};

const commonMembers = [
  'TableName',
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnValuesOnConditionCheckFailure',
];

function actionRule(kind: Kind, members: string[], required: string[] = []): Validation['types'][string] {
  const { types } = actions[kind].validation;
  const rules = [...commonMembers, ...members].map((name) => {
    const rule = types[name] ?? 'String';
    return [name, required.includes(name) ? { ...(rule as object), notNull: true } : rule];
  });
  return { type: `FieldStruct<${kind}>`, children: Object.fromEntries(rules) };
}

const validation: Validation = {
  types: {
    ReturnItemCollectionMetrics: { type: 'String', enum: ['SIZE', 'NONE'] },
    ClientRequestToken: { type: 'String', lengthGreaterThanOrEqual: 1, lengthLessThanOrEqual: 36 },
    ...transactionRules('Write', {
      ConditionCheck: actionRule('ConditionCheck', ['Key'], ['ConditionExpression']),
      Put: actionRule('Put', ['Item']),
      Delete: actionRule('Delete', ['Key']),
      Update: actionRule('Update', ['Key', 'UpdateExpression'], ['UpdateExpression']),
    }),
  },
  custom: ({ TransactItems }: TransactWriteRequest, store) => {
    for (const item of TransactItems) {
      if (Object.keys(item).length !== 1) {
        return 'TransactItems can only contain one of Check, Put, Update or Delete';
      }
      const [kind, request] = only(item);
      const message = actions[kind].validation.custom?.(request as never, store);
      if (message) return message;
    }
    return undefined;
  },
};

function only(item: TransactItem): [Kind, WriteRequest] {
  return Object.entries(item)[0] as [Kind, WriteRequest];
}

/**
 * TransactWriteItems. Everything up to the commit is synchronous, so no other write comes between a condition and the writes that
 * depend on it. The commit is one batch.
 */
export async function transactWriteItems(database: Database, input: unknown): Promise<unknown> {
  const parameters = fingerprint((input as { TransactItems?: unknown }).TransactItems);
  const changes: Changes = new Map();
  const store = recordingStore(database, changes);
  const request = validate(input, validation, store) as TransactWriteRequest;
  const planned = request.TransactItems.map((item) => plan(store, item));
  const { ClientRequestToken: token, ReturnConsumedCapacity: detail } = request;

  if (token && wasApplied(database, token, parameters)) {
    const used = new Capacity();
    for (const { table, key } of planned)
      used.add(table.TableName, transactionalReadUnits(readItem(store, table, key)));
    await database.durable();
    return { ConsumedCapacity: used.describe(detail, 'Read') };
  }

  rejectRepeatedItems(planned);
  const writes = attemptAll(planned, (write) => apply(database, store, write));
  rejectOversized(writes.map(({ before, after }) => after ?? before));
  const consumed = detail && countWrites(database, changes, writes).describe(detail, 'Write');
  if (token) remember(changes, token, parameters);
  await database.commit(changes);
  return { ConsumedCapacity: consumed };
}

/** A condition check changes nothing, but counts as a write. */
function countWrites(database: Database, changes: Changes, writes: readonly Write[]): Capacity {
  const capacity = capacityOf(changes, database, 2);
  for (const { kind, table, before } of writes)
    if (kind === 'ConditionCheck') capacity.add(table.TableName, 2 * writeUnits(before, before));
  return capacity;
}

function plan(store: Store, item: TransactItem) {
  const [kind, request] = only(item);
  return {
    kind,
    request,
    table: getTable(store, request.TableName),
    // The key is copied, because dynalite's update turns the given key into the item.
    key: { ...(request.Key ?? request.Item) },
  };
}

function apply(database: Database, store: Store, planned: PlannedWrite) {
  const { kind, request, table, key } = planned;
  const invalid = request.Key ? db.validateKey(key, table) : db.validateItem(key, table);
  if (invalid) throw invalid;
  // After a deletion or a condition check, there may be no item. The earlier item counts then.
  const before = kind === 'Put' || kind === 'Update' ? undefined : readItem(store, table, key);
  const target = kind === 'ConditionCheck' ? recordingStore(database, new Map()) : store;
  writeItem(actions[kind], target, request);
  return { ...planned, before, after: readItem(store, table, key) };
}
