import { randomUUID } from 'node:crypto';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type {
  DynamoDBDocumentClientResolvedConfig,
  ServiceInputTypes,
  ServiceOutputTypes,
} from '@aws-sdk/lib-dynamodb';
import { getEndpointFromInstructions } from '@smithy/core/endpoints';
import type {
  Command,
  DeserializeMiddleware,
  Handler,
  HandlerExecutionContext,
  HttpRequest,
  HttpResponse,
  MiddlewareStack,
  SerializeMiddleware,
} from '@smithy/types';
import { connections } from '../aws/connections.ts';
import { errorOf } from '../aws/errors.ts';
import { lean } from '../aws/lean.ts';
import { once } from '../aws/once.ts';
import { environment } from '../environment.ts';
import { outputOf, requestBody } from './attributes.ts';

/**
 * Each execution environment has one client. DynamoDB answers in single-digit milliseconds when it answers at all: a request
 * that hangs is cut off and tried again. Together with S3's and SQS's limits the slowest upload ends within the 29 seconds
 * that API Gateway waits.
 */
const client = lean(
  new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: connections({ connectMilliseconds: 1000, answerMilliseconds: 2000 }),
  }),
  'dynamodb',
);

type DocumentCommand<I extends ServiceInputTypes, O extends ServiceOutputTypes> = Command<
  ServiceInputTypes,
  I,
  ServiceOutputTypes,
  O,
  DynamoDBDocumentClientResolvedConfig
>;
type Pipeline = Handler<ServiceInputTypes, ServiceOutputTypes>;

/** The client's own middlewares run for commands of either kind, plain ones and those of documents. */
const middlewareStack = client.middlewareStack as MiddlewareStack<ServiceInputTypes, ServiceOutputTypes>;

/** The region and the settings that decide it do not change while a function runs. */
const resolveEndpoint = once(() => getEndpointFromInstructions({}, GetItemCommand, client.config));

const serialize: SerializeMiddleware<ServiceInputTypes, ServiceOutputTypes> = (next, context) => {
  const operation = context.commandName?.replace(/Command$/, '');
  return async (args) => {
    const { url } = await resolveEndpoint();
    const request: HttpRequest = {
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port !== '' && { port: Number(url.port) }),
      path: '/',
      query: {},
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
      },
      body: requestBody(
        // A transaction whose answer is lost is tried again, and must not happen twice.
        operation === 'TransactWriteItems' ? { ClientRequestToken: randomUUID(), ...args.input } : args.input,
      ),
    };
    return next({ ...args, request });
  };
};

const deserialize: DeserializeMiddleware<ServiceInputTypes, ServiceOutputTypes> =
  (next, context) => async (args) => {
    const { response } = await next(args);
    const { statusCode, headers, body } = response as HttpResponse;
    if (statusCode >= 300) throw await errorOf(client.config, context, response as HttpResponse);
    const $metadata = { httpStatusCode: statusCode, requestId: headers['x-amzn-requestid'] };
    return { response, output: { ...outputOf(body.toString()), $metadata } as ServiceOutputTypes };
  };

middlewareStack.add(serialize, { name: 'serializerMiddleware', step: 'serialize', override: true });
middlewareStack.add(deserialize, { name: 'deserializerMiddleware', step: 'deserialize', override: true });

/**
 * The table's client for the document commands of the SDK. They say what is asked; the SDK's own document client would build
 * its middlewares anew for every call, resolve the endpoint, and walk through schemas for what is JSON already: half of what a
 * call costs. Retries, errors and credentials are the SDK's.
 */
export const dynamo = {
  middlewareStack,

  async send<I extends ServiceInputTypes, O extends ServiceOutputTypes>(
    command: DocumentCommand<I, O>,
  ): Promise<O> {
    let pipeline = pipelines.get(command.constructor);
    if (!pipeline) {
      pipeline = pipelineOf(command);
      pipelines.set(command.constructor, pipeline);
    }
    const { output } = await pipeline({ input: command.input });
    return output as O;
  },

  /** Closes idle connections. Middlewares that were added since the last command take part from then on. */
  destroy(): void {
    client.destroy();
    pipelines = new WeakMap();
  },
};

let pipelines = new WeakMap<object, Pipeline>();

/** Builds the middlewares of one kind of command, as the SDK's `cacheMiddleware` does for its plain clients. */
function pipelineOf<I extends ServiceInputTypes, O extends ServiceOutputTypes>(
  command: DocumentCommand<I, O>,
): Pipeline {
  // The command tells its name to the middlewares that it is asked to build.
  let context: HandlerExecutionContext = {};
  const asked = middlewareStack.clone();
  asked.add(
    (next, given) => {
      context = given;
      return next;
    },
    { name: 'context', step: 'initialize' },
  );
  command.resolveMiddleware(asked, client.config, undefined);
  return middlewareStack.resolve(
    ({ request }) => client.config.requestHandler.handle(request as HttpRequest),
    context,
  );
}

export const tableName = environment('tableName');
