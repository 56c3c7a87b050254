import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';

export const TableName = 'governance';
export const IndexName = 'list';

export function connect(endpoint: string): DynamoDBDocument {
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  return DynamoDBDocument.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

/** Creates a table keyed by `pk` and `sk`, with an index by `list_pk` and `list_sk`. */
export async function createTable(client: DynamoDBDocument): Promise<void> {
  const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });
  const keySchema = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ];
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'list_pk', 'list_sk'].map(string),
      KeySchema: keySchema('pk', 'sk'),
      GlobalSecondaryIndexes: [
        { IndexName, KeySchema: keySchema('list_pk', 'list_sk'), Projection: { ProjectionType: 'ALL' } },
      ],
    }),
  );
}

export function account(name: string) {
  return { pk: `ACCOUNT#${name}`, sk: 'ACCOUNT' };
}

/** Moves an amount from one account to another. Refuses to overdraw. */
export function transfer(from: string, to: string, amount: number) {
  return new TransactWriteCommand({
    TransactItems: [
      {
        Update: {
          TableName,
          Key: account(from),
          UpdateExpression: 'SET balance = balance - :amount',
          ConditionExpression: 'balance >= :amount',
          ExpressionAttributeValues: { ':amount': amount },
        },
      },
      {
        Update: {
          TableName,
          Key: account(to),
          UpdateExpression: 'SET balance = balance + :amount',
          ExpressionAttributeValues: { ':amount': amount },
        },
      },
    ],
  });
}

export async function openAccounts(
  client: DynamoDBDocument,
  names: string[],
  balance: number,
): Promise<void> {
  for (const name of names) {
    await client.put({ TableName, Item: { ...account(name), balance } });
  }
}

/** Returns all balances at one moment. */
export async function readBalances(client: DynamoDBDocument, names: string[]): Promise<number[]> {
  const TransactItems = names.map((name) => ({ Get: { TableName, Key: account(name) } }));
  const { Responses } = await client.transactGet({ TransactItems });
  return Responses?.map((response) => Number(response.Item?.balance)) ?? [];
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export async function readAccount(client: DynamoDBDocument, name: string) {
  return (await client.get({ TableName, Key: account(name) })).Item;
}
