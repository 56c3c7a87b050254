import type { RequiredAction } from '../iam/policy.ts';
import type { TableDefinition } from '../template/stores.ts';

type Input = Readonly<Record<string, unknown>>;

type Tables = ReadonlyMap<string, Pick<TableDefinition, 'arn' | 'partitionKey' | 'indexPartitionKeys'>>;

/** The members of a write transaction, each with the action that it needs (Amazon DynamoDB, "IAM and transactions"). */
const writesOfTransactions: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/**
 * Returns the actions of a request to DynamoDB, with its partition keys as `dynamodb:LeadingKeys` (Amazon DynamoDB, "Using IAM
 * policy conditions for fine-grained access control"). The request is not validated yet.
 */
export function actionsOfDynamoDb(tables: Tables, action: string, input: Input): RequiredAction[] {
  const on = (
    name: string,
    table: unknown,
    keys: readonly unknown[] = [],
    index?: unknown,
  ): RequiredAction => {
    const known = tables.get(String(table));
    const partitionKey = index === undefined ? known?.partitionKey : known?.indexPartitionKeys[String(index)];
    const leading =
      partitionKey === undefined ? [] : keys.flatMap((key) => textOf(object(key)[partitionKey]));
    // IAM does not know whether a table exists, so an unknown table gets an ARN too.
    const tableArn = known?.arn ?? `${arnPrefixOf(tables)}${table}`;
    return {
      action: `dynamodb:${name}`,
      resource: index === undefined ? tableArn : `${tableArn}/index/${index}`,
      ...(leading.length > 0 && { values: { 'dynamodb:leadingkeys': leading } }),
    };
  };

  switch (action) {
    case 'PutItem':
      return [on(action, input.TableName, [input.Item])];
    case 'GetItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [on(action, input.TableName, [input.Key])];
    case 'Query':
      return [on(action, input.TableName, [conditionsOf(input)], input.IndexName)];
    case 'Scan':
      return [on(action, input.TableName, [], input.IndexName)];
    case 'BatchGetItem':
      return Object.entries(object(input.RequestItems)).map(([table, given]) =>
        on(action, table, list(object(given).Keys)),
      );
    case 'BatchWriteItem':
      return Object.entries(object(input.RequestItems)).map(([table, given]) =>
        on(
          action,
          table,
          list(given).map((write) => {
            const { PutRequest: put, DeleteRequest: deletion } = object(write);
            return put === undefined ? object(deletion).Key : object(put).Item;
          }),
        ),
      );
    case 'TransactWriteItems':
      return list(input.TransactItems).flatMap((item) =>
        Object.entries(object(item)).map(([kind, given]) => {
          const { TableName: table, Item: put, Key: key } = object(given);
          return on(writesOfTransactions[kind] ?? kind, table, [put ?? key]);
        }),
      );
    case 'TransactGetItems':
      return list(input.TransactItems).map((item) => {
        const { TableName: table, Key: key } = object(object(item).Get);
        return on('GetItem', table, [key]);
      });
    case 'ListTables':
      return [{ action: 'dynamodb:ListTables', resource: '*' }];
    default:
      return [on(action, input.TableName)];
  }
}

const arnPrefixOf = (tables: Tables): string => {
  const [known] = tables.values();
  return known?.arn.replace(/[^/]+$/, '') ?? 'arn:aws:dynamodb:::table/';
};

/** Returns the text of a DynamoDB value of any type, because IAM compares texts. */
function textOf(value: unknown): string[] {
  const [text] = Object.values(object(value));
  return typeof text === 'string' ? [text] : [];
}

/**
 * Matches `name = :value`, where the name may be a placeholder. The key condition of a query has exactly one such comparison with the
 * partition key.
 */
const equality = /(#?[\w.-]+)\s*=\s*(:\w+)/g;

/** Returns the attributes that a query's key condition compares with a value. */
function conditionsOf(input: Input): object {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = input;
  const expression = String(input.KeyConditionExpression ?? '');
  const ofExpression = [...expression.matchAll(equality)].map(([, name = '', value = '']) => [
    name.startsWith('#') ? String(object(names)[name]) : name,
    object(values)[value],
  ]);
  const ofConditions = Object.entries(object(input.KeyConditions)).flatMap(([name, condition]) => {
    const { ComparisonOperator: operator, AttributeValueList: given } = object(condition);
    return operator === 'EQ' ? [[name, list(given)[0]]] : [];
  });
  return Object.fromEntries([...ofExpression, ...ofConditions]);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const object = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
