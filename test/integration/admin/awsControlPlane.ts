import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';
import { listening } from '../../support/receivers/listening.ts';
import { operator } from './operator.ts';

/** One request to API Gateway's control plane. */
interface ControlRequest {
  readonly call: string;
  readonly body: Record<string, unknown>;
}

interface AwsControlPlane {
  /** The requests that API Gateway got, in order. */
  readonly requests: ControlRequest[];
  /** Returns an error as the answer of a call, or does something before the answer. */
  on: (call: string) => Promise<Refused | undefined> | Refused | undefined;
  readonly stackOutputs: Record<string, string>;
  /** The keys that API Gateway lists, in the pages of its answers. */
  keyPages: readonly (readonly object[])[];
  /** The lines of each log group. */
  logGroups: Readonly<Record<string, readonly object[]>>;
  /** What Lambda and SES say of the account, by request. A request without an answer is refused as one without permission. */
  readonly account: Record<string, object>;
  /** The subscriptions of each topic: the ARN that SNS shows, and the receiver. */
  readonly topics: Record<string, readonly (readonly [arn: string, endpoint: string])[]>;
}

/** The requests by which `doctor` asks Lambda and SES about the account. */
export const accountRequests = {
  lambda: 'GET /2016-08-19/account-settings',
  ses: 'GET /v2/email/account',
} as const;

interface Refused {
  readonly status: number;
  readonly type: string;
}

/**
 * A server on loopback that answers the command line's calls to AWS: CloudFormation's DescribeStacks and SNS's ListSubscriptionsByTopic
 * (query protocol), the operations on API Gateway's keys (REST), and the limits of the account. Environment variables of the SDK name this
 * server.
 */
function awsControlPlane(): AwsControlPlane {
  const plane: AwsControlPlane = {
    requests: [],
    on: () => undefined,
    stackOutputs: {},
    keyPages: [],
    logGroups: {},
    account: {},
    topics: {},
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const logsCall = String(request.headers['x-amz-target'] ?? '').replace('Logs_20140328.', '');
    if (logsCall) logs(plane, logsCall, JSON.parse(body), response);
    else if (request.url === '/') query(plane, new URLSearchParams(body), response);
    else if (Object.values<string>(accountRequests).includes(`${request.method} ${request.url}`))
      accountLimits(plane.account[`${request.method} ${request.url}`], response);
    else await apiGateway(plane, request, body, response);
  });
  beforeAll(async () => {
    const port = await listening(server);
    const endpoint = `http://127.0.0.1:${port}`;
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_CLOUDFORMATION: endpoint,
      AWS_ENDPOINT_URL_API_GATEWAY: endpoint,
      AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: endpoint,
      AWS_ENDPOINT_URL_LAMBDA: endpoint,
      AWS_ENDPOINT_URL_SNS: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'operator',
      AWS_SECRET_ACCESS_KEY: 'operator',
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return plane;
}

/** An operator of a deployed stage, and what AWS says of it. Its stores are those of the stage of this process. */
export async function deployedOperator() {
  const [aws, stage] = [awsControlPlane(), await operator('--stage', 'prod')];
  Object.assign(aws.stackOutputs, stage.outputs, { ApiUrl: 'https://api.example.com/prod' });
  return { ...stage, aws };
}

function accountLimits(answer: object | undefined, response: ServerResponse) {
  response.setHeader('content-type', 'application/json');
  if (answer === undefined) response.writeHead(403, { 'x-amzn-errortype': 'AccessDeniedException' });
  response.end(JSON.stringify(answer ?? { message: 'not authorized in this test' }));
}

function query(plane: AwsControlPlane, parameters: URLSearchParams, response: ServerResponse) {
  if (parameters.get('Action') !== 'ListSubscriptionsByTopic') {
    describeStacks(plane, parameters, response);
    return;
  }
  const members = (plane.topics[parameters.get('TopicArn') ?? ''] ?? []).map(
    ([arn, endpoint]) =>
      `<member><SubscriptionArn>${arn}</SubscriptionArn><Protocol>email</Protocol><Endpoint>${endpoint}</Endpoint></member>`,
  );
  response.setHeader('content-type', 'text/xml');
  response.end(
    `<ListSubscriptionsByTopicResponse><ListSubscriptionsByTopicResult><Subscriptions>${members.join('')}</Subscriptions></ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`,
  );
}

function describeStacks({ stackOutputs }: AwsControlPlane, query: URLSearchParams, response: ServerResponse) {
  response.setHeader('content-type', 'text/xml');
  if (query.get('StackName') !== 'DocumentGovernance-prod') {
    response.statusCode = 400;
    response.end(
      `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id ${query.get('StackName')} does not exist</Message></Error></ErrorResponse>`,
    );
    return;
  }
  const outputs = Object.entries(stackOutputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  response.end(
    `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>${query.get('StackName')}</StackName><Outputs>${outputs.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  );
}

/** CloudWatch Logs: a query is still running when it is first asked for. Its id is the request that began it. */
function logs(
  { requests, logGroups }: AwsControlPlane,
  call: string,
  body: Record<string, unknown>,
  response: ServerResponse,
) {
  response.setHeader('content-type', 'application/x-amz-json-1.1');
  const isFirst = !requests.some((before) => before.call === call && before.body.queryId === body.queryId);
  requests.push({ call, body });
  const answer = (value: object) => response.end(JSON.stringify(value));
  if (call === 'DescribeLogGroups')
    answer({ logGroups: Object.keys(logGroups).map((logGroupName) => ({ logGroupName })) });
  else if (call === 'StartQuery') answer({ queryId: JSON.stringify(body.logGroupNames) });
  else if (isFirst) answer({ status: 'Running', results: [] });
  else {
    const names: string[] = JSON.parse(String(body.queryId));
    const results = names.flatMap((name) =>
      (logGroups[name] ?? []).map((line) => [
        { field: '@timestamp', value: String(Object(line).timestamp).replace('T', ' ').replace('Z', '') },
        { field: '@log', value: `123456789012:${name}` },
        { field: '@message', value: JSON.stringify(line) },
      ]),
    );
    answer({ status: 'Complete', results });
  }
}

async function apiGateway(
  plane: AwsControlPlane,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
) {
  const call = `${request.method} ${request.url}`;
  plane.requests.push({ call, body: body === '' ? {} : JSON.parse(body) });
  const refused = await plane.on(call);
  response.setHeader('content-type', 'application/json');
  if (refused) {
    response.writeHead(refused.status, { 'x-amzn-errortype': refused.type });
    response.end(JSON.stringify({ message: `${refused.type} from a test` }));
    return;
  }
  if (request.method === 'GET') {
    const page = Number(new URL(call.slice(4), 'http://aws').searchParams.get('position') ?? 0);
    const position = page + 1 < plane.keyPages.length ? String(page + 1) : undefined;
    response.end(JSON.stringify({ item: plane.keyPages[page] ?? [], position }));
    return;
  }
  response.writeHead(request.method === 'DELETE' ? 202 : 201);
  response.end(request.url === '/apikeys' ? JSON.stringify({ id: 'gatewaykey', ...JSON.parse(body) }) : '{}');
}
