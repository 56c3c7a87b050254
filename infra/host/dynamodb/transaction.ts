import type { ApiError, Attributes, Table } from 'dynalite/db/index.js';
import db from 'dynalite/db/index.js';
import type { Validation } from 'dynalite/validations/index.js';
import { apiError, errorType, isApiError } from './errors.ts';

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
const maxActions = 100;
const maxAggregateBytes = 4 * 1024 * 1024;

/** Returns the rules for the members of both kinds of transactions, with the given rules for an item. */
export const transactionRules = (kind: 'Get' | 'Write', item: Validation['types']): Validation['types'] => ({
  ReturnConsumedCapacity: { type: 'String', enum: ['INDEXES', 'TOTAL', 'NONE'] },
  TransactItems: {
    type: 'List',
    notNull: true,
    lengthGreaterThanOrEqual: 1,
    lengthLessThanOrEqual: maxActions,
    children: { type: `ValueStruct<Transact${kind}Item>`, notNull: true, children: item },
  },
});

interface CancellationReason {
  Code: string;
  Message?: string;
  Item?: Attributes;
}

/** Runs the actions in order. Throws TransactionCanceledException with a reason for each action if any fails. */
export function attemptAll<Action, Result>(
  actions: readonly Action[],
  attempt: (action: Action) => Result,
): Result[] {
  const results: Result[] = [];
  const reasons: CancellationReason[] = [];
  for (const action of actions) {
    try {
      results.push(attempt(action));
      reasons.push({ Code: 'None' });
    } catch (error) {
      reasons.push(cancellationReason(error));
    }
  }
  if (results.length < actions.length) throw transactionCancelled(reasons);
  return results;
}

function cancellationReason(error: unknown): CancellationReason {
  if (!isApiError(error)) throw error;
  const type = errorType(error);
  const { Item } = error.body;
  if (type === 'ConditionalCheckFailedException') {
    return { Code: 'ConditionalCheckFailed', ...(Item && { Item }), Message: error.message };
  }
  if (type === 'ValidationException') return { Code: 'ValidationError', Message: error.message };
  throw error;
}

function transactionCancelled(reasons: CancellationReason[]): ApiError {
  const codes = reasons.map((reason) => reason.Code).join(', ');
  const error = apiError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
  );
  // This exception's `Message` has a capital, unlike other exceptions.
  const { message, ...body } = error.body;
  return Object.assign(error, { body: { ...body, CancellationReasons: reasons, Message: message } });
}

interface ItemReference {
  table: Table;
  /** The item's key, or the whole item for actions that contain it. */
  key: Attributes;
}

/** Throws when two actions name the same item. Skips malformed keys, which the actions refuse themselves. */
export function rejectRepeatedItems(items: readonly ItemReference[]): void {
  const seen = new Set<string>();
  for (const { table, key } of items) {
    if (!hasKey(table, key)) continue;
    const identity = `${table.TableName}~${db.createKey(key, table)}`;
    if (seen.has(identity)) {
      throw db.validationError('Transaction request cannot include multiple operations on one item');
    }
    seen.add(identity);
  }
}

function hasKey(table: Table, key: Attributes): boolean {
  const names = table.KeySchema.map((part) => part.AttributeName);
  const onlyKey = Object.fromEntries(names.flatMap((name) => (key[name] ? [[name, key[name]]] : [])));
  return !db.validateKey(onlyKey, table);
}

export function rejectOversized(items: readonly (Attributes | undefined)[]): void {
  const bytes = items.reduce((sum, item) => sum + (item ? db.itemSize(item) : 0), 0);
  if (bytes > maxAggregateBytes) {
    throw db.validationError('The aggregate size of the items in the transaction cannot exceed 4 MB');
  }
}

/**
 * DynamoDB reads every item of a transaction twice: to prepare and to commit.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
 */
export function transactionalReadUnits(item: Attributes | undefined): number {
  return 2 * db.capacityUnits(item, true, true);
}
