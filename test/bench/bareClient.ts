import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';

/** The import time of each function is compared with the import time of this file. No function that uses DynamoDB can need less time. */
const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient());

export const handler = async (event: { readonly pk: string; readonly sk: string }) => {
  const TableName = process.env.TABLE_NAME;
  const { Item } = await dynamo.send(new GetCommand({ TableName, Key: event }));
  await dynamo.send(new PutCommand({ TableName, Item: { ...Item, ...event } }));
};
