import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { callJson } from '../awsJson.ts';
import { type HostedStack, type HostOptions, startHost } from '../host.ts';
import { serveLoopback } from '../ownNames.ts';
import { StartupError } from '../startupError.ts';
import { eventually, lambdaFunction, restApi, rolePolicy, writeAssembly } from './fixture.ts';
import { directoryOfTest } from './ownDirectory.ts';

let directory: string;

beforeEach(() => {
  directory = directoryOfTest();
});

/** The source of a client of SQS. Assets have no packages, so it names the file of the SDK. */
const client = createRequire(import.meta.url).resolve('@aws-sdk/client-sqs');
const sqs = `const { SQS } = require(${JSON.stringify(client)});\nconst sqs = new SQS();\n`;

const handlers = {
  // Sends one message to the first queue.
  Send: `${sqs}exports.handler = async (event) => {
    await sqs.sendMessage({ QueueUrl: process.env.NEXT, MessageBody: event.body ?? 'scheduled' });
    return { statusCode: 202 };
  };`,
  // Waits, and then sends each message to the second queue.
  Pass: `${sqs}exports.handler = async ({ Records }) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    for (const { body } of Records) await sqs.sendMessage({ QueueUrl: process.env.NEXT, MessageBody: body });
  };`,
  Keep: `const { appendFileSync } = require('node:fs');
  exports.handler = async ({ Records }) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    for (const { body } of Records) appendFileSync(process.env.KEPT, body + '\\n');
  };
  `,
  Read: `const { readFileSync, existsSync } = require('node:fs');
  exports.handler = async () => (existsSync(process.env.KEPT) ? readFileSync(process.env.KEPT, 'utf8') : '');`,
};

function assembly({ consumers = true } = {}): string {
  const kept = { Environment: { Variables: { KEPT: join(directory, 'kept.txt') } } };
  const sendsTo = (queue: string) => ({ Environment: { Variables: { NEXT: { Ref: queue } } } });
  const consumer = (queue: string, functionId: string) => ({
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: {
      EventSourceArn: { 'Fn::GetAtt': [queue, 'Arn'] },
      FunctionName: { Ref: functionId },
      Enabled: consumers,
    },
  });
  const queue = { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 720 } };
  return writeAssembly(join(directory, 'assembly'), {
    handlers,
    outputs: { FirstUrl: { Value: { Ref: 'First' } } },
    resources: {
      Policy: rolePolicy(
        { Action: 'sqs:SendMessage', Resource: '*' },
        {
          Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
          Resource: [{ 'Fn::GetAtt': ['First', 'Arn'] }, { 'Fn::GetAtt': ['Second', 'Arn'] }],
        },
      ),
      First: queue,
      Second: queue,
      Send: lambdaFunction('Send', sendsTo('First')),
      Pass: lambdaFunction('Pass', sendsTo('Second')),
      Keep: lambdaFunction('Keep', kept),
      Read: lambdaFunction('Read', kept),
      FirstToPass: consumer('First', 'Pass'),
      SecondToKeep: consumer('Second', 'Keep'),
      ...restApi({ 'POST /send': 'Send' }),
    },
  });
}

const options = (more: Partial<HostOptions> = {}): HostOptions => ({
  port: 0,
  dataDirectory: join(directory, 'data'),
  assemble: async () => assembly(),
  report: () => undefined,
  ...more,
});

describe('a host', () => {
  test('adds missing indexes to the table of an earlier release, with all items', async () => {
    const dataDirectory = join(directory, 'data');
    const table = (indexes: readonly string[]) => ({
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: ['pk', ...indexes].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
        ...(indexes.length > 0 && {
          GlobalSecondaryIndexes: indexes.map((name) => ({
            IndexName: `by_${name}`,
            KeySchema: [{ AttributeName: name, KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          })),
        }),
      },
    });
    const start = (indexes: readonly string[], seed: NonNullable<HostOptions['seed']>) =>
      startHost({
        port: 0,
        dataDirectory,
        assemble: async () =>
          writeAssembly(join(directory, `release-${indexes.length}`), {
            resources: { Table: table(indexes) },
          }),
        seed,
      });
    const call = ({ endpoints, credentials }: HostedStack, operation: string, input: object) => {
      const service = { endpoint: endpoints.dynamodb, target: 'DynamoDB_20120810', region: 'us-east-1' };
      return callJson({ ...service, credentials }, operation, { TableName: 'Fixture-Table', ...input });
    };
    const item = { pk: { S: 'a' }, owner: { S: 'olivia' }, maker: { S: 'mia' } };
    const before = await start(['owner'], async (stack) => {
      await call(stack, 'PutItem', { Item: item });
    });
    await before.close();

    const found: unknown[] = [];
    const after = await start(['owner', 'maker', 'reader'], async (stack) => {
      for (const [IndexName, value] of [
        ['by_owner', 'olivia'],
        ['by_maker', 'mia'],
        ['by_reader', 'mia'],
      ] as const)
        found.push(
          await call(stack, 'Query', {
            IndexName,
            KeyConditionExpression: '#key = :value',
            ExpressionAttributeNames: { '#key': IndexName.slice(3) },
            ExpressionAttributeValues: { ':value': { S: value } },
          }),
        );
    });
    await after.close();

    expect(found).toMatchObject([{ Items: [item] }, { Items: [item] }, { Items: [] }]);
  });

  test('delays requests until it is seeded', async () => {
    const seeding = Promise.withResolvers<void>();
    const address = Promise.withResolvers<string>();
    const starting = startHost(
      options({
        seed: (seed) => {
          address.resolve(seed.baseUrl);
          return seeding.promise;
        },
      }),
    );
    let answered = false;
    const early = fetch(`${await address.promise}/send`, { method: 'POST', body: 'early' }).then(
      (response) => {
        answered = true;
        return response.status;
      },
    );
    await fetch(`${await address.promise}/send`, { signal: AbortSignal.timeout(50) }).catch(() => undefined);
    expect(answered).toBe(false);
    seeding.resolve();

    expect(await early).toBe(202);
    await (await starting).close();
  });

  test('reports that its port is taken', async () => {
    const { server: other, endpoint } = await serveLoopback(0, () => undefined);
    const port = Number(new URL(endpoint).port);

    await expect(startHost(options({ port }))).rejects.toThrow(
      new StartupError(`Port ${port} is in use. Set PORT to another port, or to 0 for a free one.`),
    );
    other.close();
    await (await startHost(options({ port }))).close();
  });
});

describe('a host that is killed', () => {
  test('has lost nothing that was acknowledged, and does not prevent the next start', async () => {
    const killed = fork(new URL('./hostProcess.ts', import.meta.url), {
      env: { ...process.env, ASSEMBLY: assembly(), DATA_DIRECTORY: join(directory, 'data') },
      stdio: 'inherit',
    });
    const [baseUrl] = (await once(killed, 'message')) as [string];
    const bodies = Array.from({ length: 40 }, (_, index) => `message-${index}`);
    const answers = bodies.map((body) => fetch(`${baseUrl}/send`, { method: 'POST', body }));
    // At this time, some messages are queued, and some are not sent yet.
    const acknowledged: string[] = [];
    answers.forEach((answer, index) => {
      answer.then(
        () => acknowledged.push(`message-${index}`),
        () => undefined,
      );
    });
    await eventually(() => acknowledged.length >= 20 || undefined);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const mustSurvive = [...acknowledged];

    const host = await startHost(options());
    await host.drain();

    const kept = String(await host.invoke('Read', {})).split('\n');
    expect(mustSurvive.filter((body) => !kept.includes(body))).toEqual([]);
    await host.close();
  });
});
