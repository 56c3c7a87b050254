import { randomUUID } from 'node:crypto';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type {
  DynamoDBDocumentClientResolvedConfig,
  ServiceInputTypes,
  ServiceOutputTypes,
} from '@aws-sdk/lib-dynamodb';
import type { Command } from '@smithy/types';
import { outputOf, requestBody } from './attributes.ts';
import { endpointsOf } from './endpoints.ts';
import { jsonRequest, sender } from './send.ts';

const { config } = new DynamoDBClient({ maxAttempts: 3 });
const endpointOf = endpointsOf(config, GetItemCommand);

/**
 * DynamoDB answers in single-digit milliseconds, so a request without an answer after 2 seconds is aborted and retried. With these limits
 * and those of S3 and SQS, the slowest upload ends within the 29 seconds that API Gateway waits.
 */
const table = sender<ServiceInputTypes, ServiceOutputTypes>(
  config,
  { connectMilliseconds: 1000, answerMilliseconds: 2000 },
  {
    request: async (operation, input) => {
      // A transaction whose answer is lost is retried, and must not run twice.
      const token = operation === 'TransactWriteItems' && { ClientRequestToken: randomUUID() };
      const body = requestBody({ ...token, ...input });
      return jsonRequest(await endpointOf(), `DynamoDB_20120810.${operation}`, body);
    },
    output: ({ body }) => outputOf(body.toString()) as ServiceOutputTypes,
  },
);

type DocumentCommand<I extends ServiceInputTypes, O extends ServiceOutputTypes> = Command<
  ServiceInputTypes,
  I,
  ServiceOutputTypes,
  O,
  DynamoDBDocumentClientResolvedConfig
>;

/** The table's client for the SDK's document commands. */
export const dynamo = {
  ...table,
  async send<I extends ServiceInputTypes, O extends ServiceOutputTypes>(
    command: DocumentCommand<I, O>,
  ): Promise<O> {
    const { clientCommand } = command as unknown as OfClient;
    return (await table.send(clientCommand.schema[2], command.input)) as O;
  },
};

/** A document command contains the plain command, whose schema has the operation's name. */
interface OfClient {
  readonly clientCommand: { readonly schema: readonly [number, string, string] };
}
