import { randomUUID } from 'node:crypto';
import type {
  BatchGetCommandInput,
  BatchGetCommandOutput,
  BatchWriteCommandInput,
  BatchWriteCommandOutput,
  DeleteCommandInput,
  DeleteCommandOutput,
  GetCommandInput,
  GetCommandOutput,
  PutCommandInput,
  PutCommandOutput,
  QueryCommandInput,
  QueryCommandOutput,
  ScanCommandInput,
  ScanCommandOutput,
  TransactWriteCommandInput,
  TransactWriteCommandOutput,
  UpdateCommandInput,
  UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { outputOf, requestBody } from './attributes.ts';
import { endpointsOf } from './endpoints.ts';
import { jsonFailure } from './errors.ts';
import { dynamoDbParameters, dynamoDbRules } from './sdk.ts';
import { jsonRequest, sender } from './send.ts';
import { settingsOf } from './settings.ts';

/** The operations, with the inputs and outputs of the SDK's document commands. */
interface Operations {
  BatchGetItem: [BatchGetCommandInput, BatchGetCommandOutput];
  BatchWriteItem: [BatchWriteCommandInput, BatchWriteCommandOutput];
  DeleteItem: [DeleteCommandInput, DeleteCommandOutput];
  GetItem: [GetCommandInput, GetCommandOutput];
  PutItem: [PutCommandInput, PutCommandOutput];
  Query: [QueryCommandInput, QueryCommandOutput];
  Scan: [ScanCommandInput, ScanCommandOutput];
  TransactWriteItems: [TransactWriteCommandInput, TransactWriteCommandOutput];
  UpdateItem: [UpdateCommandInput, UpdateCommandOutput];
}
type Input = Operations[keyof Operations][0];
type Output = Operations[keyof Operations][1];

/** The pauses before retries are those of the SDK's client for DynamoDB. */
const settings = settingsOf('dynamodb', { maxAttempts: 3, baseDelayMilliseconds: 25 });
const endpointOf = endpointsOf(settings, {
  serviceId: 'DynamoDB',
  bdd: dynamoDbRules,
  ...dynamoDbParameters,
});

/**
 * DynamoDB answers in single-digit milliseconds, so a request without an answer after 2 seconds is aborted and retried. With these limits
 * and those of S3 and SQS, the slowest upload ends within the 29 seconds that API Gateway waits.
 */
const table = sender<Input, Output>(
  settings,
  { connectMilliseconds: 1000, answerMilliseconds: 2000 },
  {
    request: async (operation, input) => {
      // If the answer to a transaction is lost, the retry has the same token, so that DynamoDB does not run the transaction twice.
      const token = operation === 'TransactWriteItems' && { ClientRequestToken: randomUUID() };
      const body = requestBody({ ...token, ...input });
      return jsonRequest(await endpointOf(), `DynamoDB_20120810.${operation}`, body);
    },
    output: ({ body }) => outputOf(body.toString()) as Output,
    failure: jsonFailure,
  },
);

/** The table's client. Items in requests and answers are plain objects. */
export const dynamo = {
  ...table,
  send: table.send as <N extends keyof Operations>(
    operation: N,
    input: Operations[N][0],
  ) => Promise<Operations[N][1]>,
};
