import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';

const dynamoDb = new DynamoDBClient();
const s3 = new S3Client();

export const handler = async ({ pathParameters: { id } }) => {
  const Key = { id: { S: id } };
  const { Item } = await dynamoDb.send(new GetItemCommand({ TableName: process.env.TABLE, Key }));
  if (!Item) return { statusCode: 404, body: '' };
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: process.env.BUCKET, Key: id }));
  const text = await Body.transformToString();
  return { statusCode: 200, body: JSON.stringify({ text, length: Number(Item.length.N) }) };
};
