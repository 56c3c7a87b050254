import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';

/** The functions' import times are compared with this one's: a function on DynamoDB cannot be less. */
const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient());

export const handler = async (event: { readonly pk: string; readonly sk: string }) => {
  const TableName = process.env.TABLE_NAME;
  const { Item } = await dynamo.send(new GetCommand({ TableName, Key: event }));
  await dynamo.send(new PutCommand({ TableName, Item: { ...Item, ...event } }));
};
