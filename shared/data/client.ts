import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { environment } from '../environment.ts';

/**
 * One client an execution environment. A read that hangs is cut off and tried again well within API Gateway's 29
 * seconds; DynamoDB answers in single-digit milliseconds when it answers at all.
 */
export const dynamo = DynamoDBDocumentClient.from(
  new DynamoDBClient({ maxAttempts: 4, requestHandler: { connectionTimeout: 1000, requestTimeout: 3000 } }),
  { marshallOptions: { removeUndefinedValues: true } },
);

export const tableName = environment('tableName');
