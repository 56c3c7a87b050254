import type { ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { faultOn, faultSome, isCall } from '../support/stages/faultyProxy.ts';
import { sharedDeliveringStage } from './deliveringStage.ts';
import type { Endpoint } from './endpoints.ts';

const stage = await sharedDeliveringStage();

type Consume = (...bodies: readonly string[]) => Promise<number[]>;

const twice: readonly [string, (consume: Consume, body: string) => Promise<number[][]>][] = [
  ['in one batch', async (consume, body) => [await consume(body, body)]],
  ['at the same instant', (consume, body) => Promise.all([consume(body), consume(body)])],
];

describe('a message that SQS delivers twice', () => {
  test.for(twice)('fans an event out once: %s', async ([_how, deliver]) => {
    const { endpoint, event, body } = await stage.changeForOne();

    const failures = await deliver((...bodies) => stage.consume('fanOutEvent', ...bodies), body);

    expect(failures.flat()).toEqual([]);
    await stage.workOff();
    expect(endpoint.arrived()).toEqual([event]);
    await stage.passOn();
    expect(endpoint.arrived()).toEqual([event]);
  });

  test.for(twice)('delivers once: %s', async ([_how, deliver]) => {
    const { endpoint, event, body } = await stage.fanOutForOne();

    const failures = await deliver((...bodies) => stage.consume('deliverWebhook', ...bodies), body);

    expect(failures.flat()).toEqual([]);
    expect(endpoint.arrived()).toEqual([event]);
    expect(await stage.attempts(event)).toEqual([204]);
    await stage.passOn();
    expect(endpoint.arrived()).toEqual([event]);
  });
});

/** Longer than the wait before the first retry. */
const retryIsDue = 10_000;

/** The lease of an endpoint lasts as long as the timeout of the function. */
const leaseIsOver = () => stage.definitionOf('deliverWebhook').timeoutSeconds * 1000 + 1;
const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

test.for(['before', 'after'])(
  'a worker whose lease ends while it waits for an answer changes nothing %s the second attempt, which is the last one',
  async (order) => {
    const { endpoint, event, body } = await stage.fanOutForOne();
    const answer = Promise.withResolvers<ServerResponse>();
    stage.receiver.behaviour = (_request, response) => answer.resolve(response);
    const slow = stage.consume('deliverWebhook', body);
    const firstRequest = await answer.promise;
    stage.receiver.behaviour = (_request, response) => response.writeHead(202).end();
    vi.useFakeTimers({ toFake: ['Date'] });
    const another = () => stage.consume('deliverWebhook', body);
    const endTheSlowOne = async () => {
      firstRequest.writeHead(204).end();
      expect(await slow).toEqual([]);
    };

    later(leaseIsOver());
    expect(await another(), 'it takes the endpoint over').toEqual([]);
    expect(await stage.delivery(event)).toMatchObject({ status: 'pending', attempt_count: 1, retries: 1 });
    if (order === 'before') await endTheSlowOne();
    expect(await stage.attempts(event)).toEqual(['interrupted']);
    later(retryIsDue);
    expect(await another()).toEqual([]);
    if (order === 'after') await endTheSlowOne();

    expect(endpoint.arrived()).toEqual([event, event]);
    expect(await stage.attempts(event)).toEqual(['interrupted', 202]);
    expect(await stage.delivery(event)).toMatchObject({
      status: 'succeeded',
      attempt_count: 2,
      attempting: false,
      next_attempt_at_ms: null,
    });
    vi.useRealTimers();
    await stage.passOn();
    expect(endpoint.arrived()).toHaveLength(2);
    expect(await stage.table.due()).toEqual([]);
  },
);

const deliver = (body: string) => stage.consume('deliverWebhook', body);

/** Expects that no work is left, and that nothing more arrives. */
async function expectOver(endpoint: Endpoint, arrived: readonly string[]): Promise<void> {
  await stage.passOn();
  await stage.passOn();
  expect(endpoint.arrived()).toEqual(arrived);
  expect((await stage.table.deliveries()).filter(({ status }) => status === 'pending')).toEqual([]);
  expect(await stage.table.due()).toEqual([]);
}

describe('DynamoDB with a fault', () => {
  test('while a worker acquires an endpoint delays its deliveries only', async () => {
    const { endpoint, event, body } = await stage.fanOutForOne();
    void faultOn(stage.dynamodb, 'failing');
    const sent = await stage.messagesSentBy(async () => expect(await deliver(body)).toEqual([0]));
    expect(sent).toBe(0);
    expect(endpoint.arrived()).toEqual([]);

    stage.mend();
    expect(await deliver(body)).toEqual([]);

    expect(endpoint.arrived()).toEqual([event]);
    await expectOver(endpoint, [event]);
  });

  const patienceIsOver = 13_000;
  test.for([
    ['altogether', () => true],
    ['for records', isCall('BatchWriteItem')],
  ] as const)('for longer than a worker waits, %s, causes one repeated request', async ([_what, matches]) => {
    const { endpoint, event, body } = await stage.fanOutForOne();
    const { behaviour } = stage.receiver;
    vi.useFakeTimers({ toFake: ['Date'] });
    stage.receiver.behaviour = (_request, response) => {
      stage.dynamodb.faultOf = (request) => {
        if (!matches(request)) return undefined;
        vi.setSystemTime(Date.now() + patienceIsOver);
        return 'refusing';
      };
      response.writeHead(204).end();
    };

    const sent = await stage.messagesSentBy(async () => expect(await deliver(body)).toEqual([0]));

    stage.mend();
    vi.useRealTimers();
    stage.receiver.behaviour = behaviour;
    expect(sent, 'the next worker would do no better').toBe(0);
    expect(await stage.delivery(event)).toMatchObject({ attempting: true, attempt_count: 1 });
    await stage.passOn();
    await stage.passOn();
    expect(await stage.attempts(event)).toEqual(['interrupted', 204]);
    await expectOver(endpoint, [event, event]);
  });
});

describe('an answer of DynamoDB that is lost', () => {
  /** Loses the answer to one request for an operation: to the request with the number `from`. Default: to the first */
  const lost = (operation: string, from = 1) =>
    faultSome(stage.dynamodb, 'unanswered', operation, { from, count: 1 });

  test.for([
    ['wakes the endpoint', 'UpdateItem'],
    ['creates deliveries', 'BatchWriteItem'],
    ['ends the event', 'PutItem'],
  ] as const)('when fan-out %s, causes no second delivery', async ([_what, operation]) => {
    const { endpoint, event, body } = await stage.changeForOne();
    lost(operation);
    expect(await stage.consume('fanOutEvent', body)).toEqual([]);
    await stage.workOff();
    await expectOver(endpoint, [event]);
  });

  test.for([
    ['takes the endpoint', 'UpdateItem', 1],
    ['begins an attempt', 'UpdateItem', 2],
    ['records an attempt', 'BatchWriteItem', 1],
    ['frees the place', 'BatchWriteItem', 2],
    ['leaves the endpoint', 'UpdateItem', 3],
  ] as const)('when a worker %s, causes no second request', async ([_what, operation, ordinal]) => {
    const { endpoint, event, body } = await stage.fanOutForOne();
    lost(operation, ordinal);
    expect(await deliver(body)).toEqual([]);
    await expectOver(endpoint, [event]);
    expect(await stage.attempts(event)).toEqual([204]);
  });
});

test('SQS with a fault during a call for a worker leaves the delivery to the sweep', async () => {
  const { endpoint, event, body } = await stage.changeForOne();
  void faultOn(stage.sqs, 'failing');
  expect(await stage.consume('fanOutEvent', body)).toEqual([]);
  stage.mend();
  await stage.workOff();
  expect(endpoint.arrived()).toEqual([]);

  await expectOver(endpoint, [event]);
});

/** SQS delivers a message this many times before it is a dead letter. */
const receiveCount = 5;

test('KMS with a fault uses up no attempt and calls for no worker', async () => {
  const { endpoint, event, body } = await stage.fanOutForOne();
  void faultOn(stage.kms, 'failing');

  const sent = await stage.messagesSentBy(async () => {
    for (let time = 0; time < receiveCount; time++) expect(await deliver(body)).toEqual([0]);
  });

  expect(sent).toBe(0);
  expect(endpoint.arrived()).toEqual([]);
  expect(await stage.delivery(event)).toMatchObject({ status: 'pending', attempt_count: 0 });
  stage.mend();
  await expectOver(endpoint, [event]);
  expect(await stage.attempts(event)).toEqual([204]);
});

const json = { url: 'https://receiver.example/hooks', events: ['*'] };
const listed = async () => (await stage.call.listWebhooks()).body.webhooks;

test('a registration fails as a whole if KMS refuses it', async () => {
  const before = await listed();
  void faultOn(stage.kms, 'denying');

  const answer = await stage.call.registerWebhook({ json });

  expect(answer).toMatchObject({ status: 500, problem: { status: 500 } });
  expect(await listed()).toEqual(before);
});
