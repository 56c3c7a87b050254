import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';

/** The import times of functions are compared with the import time of this file, the least that a function on DynamoDB needs. */
const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient());

export const handler = async (event: { readonly pk: string; readonly sk: string }) => {
  const TableName = process.env.TABLE_NAME;
  const { Item } = await dynamo.send(new GetCommand({ TableName, Key: event }));
  await dynamo.send(new PutCommand({ TableName, Item: { ...Item, ...event } }));
};
