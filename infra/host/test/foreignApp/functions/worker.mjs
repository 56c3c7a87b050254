import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

const dynamoDb = new DynamoDBClient();
const s3 = new S3Client();

export const handler = async ({ Records }) => {
  for (const { body } of Records) {
    const { id, text } = JSON.parse(body);
    await s3.send(new PutObjectCommand({ Bucket: process.env.BUCKET, Key: id, Body: text }));
    const Item = { id: { S: id }, length: { N: String(text.length) } };
    await dynamoDb.send(new PutItemCommand({ TableName: process.env.TABLE, Item }));
  }
};
