import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { environment } from '../environment.ts';

/**
 * Each execution environment has one client. DynamoDB answers in single-digit milliseconds when it answers at all: a request
 * that hangs is cut off and tried again. Together with S3's and SQS's limits the slowest upload ends within the 29 seconds
 * that API Gateway waits.
 */
export const dynamo = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 3,
    // Without `throwOnRequestTimeout` the handler only logs that the time is over.
    requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
  }),
  { marshallOptions: { removeUndefinedValues: true } },
);

export const tableName = environment('tableName');
