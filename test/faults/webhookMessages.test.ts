import type { ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { sharedDeliveringStage } from './deliveringStage.ts';

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
