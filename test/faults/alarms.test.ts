import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { callJson } from '../../infra/host/awsJson.ts';
import { type HostedStack, startHost } from '../../infra/host/host.ts';
import { assemble } from '../../infra/local/assemble.ts';
import { seed } from '../../infra/local/seed.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { type Tamper, tamperedAssembly } from './brokenAssembly.ts';

/**
 * The alarms of the template that is deployed, over metrics that the host records while it serves it. What is wrong is wrong
 * with the stack: a function that cannot start, a schedule or an event source that somebody disabled.
 */

const minutes = 60_000;
/** `tamper`: what is wrong. Only a stage that works is seeded: the clients that do it keep the stores of their first. */
async function hosted(tamper?: Tamper) {
  await using cleanup = new AsyncDisposableStack();
  const { path: directory } = cleanup.use(await temporaryDirectory());
  let skipped = 0;
  let stack: HostedStack | undefined;
  const host = await startHost({
    port: 0,
    dataDirectory: join(directory, 'data'),
    assemble: async () =>
      tamperedAssembly(await assemble(), join(directory, 'assembly'), tamper ?? (() => undefined)),
    seed: async (started) => {
      stack = started;
      if (!tamper) await seed(started, join(directory, 'data'));
    },
    report: () => undefined,
    now: () => Date.now() + skipped,
  });
  cleanup.defer(() => host.close());
  const held = cleanup.move();
  onTestFinished(() => held.disposeAsync());
  const credentials = z.object({ api_keys: z.object({ owner: z.string() }) });
  const { api_keys } = tamper
    ? { api_keys: { owner: 'unknown' } }
    : z.parse(credentials, JSON.parse(readFileSync(join(directory, 'data/credentials.json'), 'utf8')));
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${host.baseUrl}${path}`, { ...init, headers: { authorization: `Bearer ${api_keys.owner}` } });
  return {
    host,
    request,
    upload: async () =>
      request('/v1/documents', { method: 'POST', body: uploadForm({ title: 'A' }, await makePdf()) }),
    send: async (queue: string, message: object) => {
      if (!stack) throw new Error('The stack is not there yet.');
      const { outputs, endpoints, credentials } = stack;
      const QueueUrl = outputs[`${queue}QueueUrl`];
      const sqs = { endpoint: endpoints.sqs, target: 'AmazonSQS', region: 'us-east-1', credentials };
      await callJson(sqs, 'SendMessage', { QueueUrl, MessageBody: JSON.stringify(message) });
    },
    /** Lets time pass for the alarms, and answers with those that ring, without what CloudFormation adds to their names. */
    after: async (milliseconds: number): Promise<string[]> => {
      skipped += milliseconds;
      const ringing = (await host.alarms()).filter(({ state }) => state === 'ALARM');
      return ringing
        .map(({ name }) =>
          name.replace(/^DocumentGovernance-local-(?:Observability(\w+)[0-9A-F]{8}$)?/, '$1'),
        )
        .sort();
    },
  };
}

/** Parts of the alarms of objectives mean nothing alone. */
const whole = (alarms: readonly string[]) => alarms.filter((name) => !/(Fast|Slow)(Long|Short)$/.test(name));

const queues = [
  'Processing',
  'SlowProcessing',
  'Events',
  'Deliveries',
  'SlowDeliveries',
  'Removals',
] as const;

test('nothing rings while all is well, and the objectives of time are measured', async () => {
  const { host, after, request, upload } = await hosted();

  for (let passed = 0; passed < 40; passed += 5) {
    for (let sweep = 0; sweep < 4; sweep++) await host.invoke('sweepDue', {});
    await host.invoke('countUsage', {});
    expect((await request('/v1/documents')).status).toBe(200);
    expect((await upload()).status).toBe(200);
    await host.drain();
    expect(await after(5 * minutes)).toEqual([]);
  }
});

test('functions that cannot start ring, and what they give up', async () => {
  const { after, request, send } = await hosted(({ Type, Properties }, path) => {
    const isAsked = /^(Api\/AuthorizerFunction|Workers)\//.test(path);
    if (Type === 'AWS::Lambda::Function' && isAsked) Properties.Handler = 'index.missing';
    // A message is a dead letter after five attempts, which take an hour and more otherwise.
    if (Type === 'AWS::SQS::Queue') Properties.VisibilityTimeout = 1;
  });
  for (const queue of queues) for (let count = 0; count < 3; count++) await send(queue, { count });

  for (let count = 0; count < 6; count++) expect((await request('/v1/documents')).status).toBe(500);
  const deadLetters = [
    'DeadLetters',
    'DeliveryDeadLetters',
    'EventDeadLetters',
    'RemovalDeadLetters',
    'SlowDeadLetters',
    'SlowDeliveryDeadLetters',
  ];
  const ringing = await eventually(
    async () => whole(await after(0)),
    (now) => deadLetters.every((name) => now.includes(name)),
  );

  expect(ringing).toEqual(
    [
      ...deadLetters,
      'AuthorizerErrors',
      'Availability',
      'CountUsageStopped',
      'DeliverWebhookErrors',
      'FanOutEventErrors',
      'ProcessVersionErrors',
    ].sort(),
  );
  await after(20 * minutes);
  expect(whole(await after(20 * minutes))).toEqual(
    expect.arrayContaining(['CountUsageStopped', 'SweepStopped']),
  );
});

test('schedules and event sources that somebody disabled ring, though nothing reports an error', async () => {
  const { after, send } = await hosted(({ Type, Properties }) => {
    if (Type === 'AWS::Events::Rule') Properties.State = 'DISABLED';
    if (Type === 'AWS::Lambda::EventSourceMapping') Properties.Enabled = false;
  });
  for (const queue of queues) await send(queue, {});

  expect(whole(await after(0))).toEqual([]);
  for (let passed = 0; passed < 30; passed += 5) await after(5 * minutes);

  expect(whole(await after(5 * minutes))).toEqual([
    'CountUsageStopped',
    'DeliveryDelay',
    'EventDelay',
    'ProcessingDelay',
    'RemovalsAbandoned',
    'SlowDeliveriesAbandoned',
    'SlowProcessingAbandoned',
    'SweepStopped',
  ]);
});
