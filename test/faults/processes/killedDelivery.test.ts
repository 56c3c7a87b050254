import { expect, test } from 'vitest';
import { type FaultyProxy, faultOn, isCall } from '../../support/stages/faultyProxy.ts';
import { sharedDeliveringStage } from '../deliveringStage.ts';
import { kill, startWorker } from '../separateProcess.ts';

const stage = await sharedDeliveringStage();
const answer = stage.receiver.behaviour;

/** Starts a worker with one message, and kills the worker while it waits for an answer of this proxy. */
async function killAt(
  name: 'processVersion' | 'fanOutEvent',
  body: string,
  line: FaultyProxy,
  operation: string,
): Promise<void> {
  const met = faultOn(line, 'silent', isCall(operation));
  const worker = startWorker(stage, name, body);
  await met;
  await kill(worker);
  line.mend();
}

const steps: readonly [string, 'dynamodb' | 'sqs', string][] = [
  ['before its deliveries are created', 'dynamodb', 'BatchWriteItem'],
  ['before the endpoint is woken', 'dynamodb', 'UpdateItem'],
  ['before a worker is called for', 'sqs', 'SendMessage'],
  ['before the event is done', 'dynamodb', 'PutItem'],
];

test.for(steps)(
  'a fan-out delivers once if it is killed %s, with or without its message again',
  async ([_when, line, operation]) => {
    const endpoint = await stage.register();
    for (const comesAgain of [false, true]) {
      const before = endpoint.arrived();
      const { event, body } = await stage.changeAndTake();

      await killAt('fanOutEvent', body, stage[line], operation);

      expect(await stage.table.due(), 'it is not forgotten').toContain('EVENT');
      if (comesAgain) expect(await stage.consume('fanOutEvent', body)).toEqual([]);
      await stage.workOff();
      await stage.passOn();
      expect(endpoint.arrived()).toEqual([...before, event]);
      expect(await stage.attempts(event)).toEqual([204]);
      await stage.passOn();
      expect(endpoint.arrived()).toHaveLength(before.length + 1);
      expect(await stage.table.due()).toEqual([]);
    }
  },
);

/** Kills the worker while its request for `event` is open. Other requests are answered. */
async function killAtRequest(event: string, body: string): Promise<void> {
  const open = Promise.withResolvers<void>();
  stage.receiver.behaviour = (request, response, sent) => {
    if (request.headers['webhook-id'] === event) open.resolve();
    else answer(request, response, sent);
  };
  const worker = stage.startDelivering(body);
  worker.once('exit', (code) => open.reject(new Error(`the worker ended with ${code}`)));
  await open.promise;
  await kill(worker);
  stage.receiver.behaviour = answer;
}

test('a worker that is killed after its request sends it again once with the same id, and the interrupted attempt counts', async () => {
  const { endpoint, event, body } = await stage.fanOutForOne();

  await killAtRequest(event, body);

  expect(await stage.delivery(event)).toMatchObject({ attempting: true, attempt_count: 1 });
  const other = await stage.change();
  await stage.workOff();
  expect(await stage.consume('deliverWebhook', body), 'the dead worker still has the endpoint').toEqual([]);
  expect(endpoint.arrived()).toEqual([event]);

  await stage.passOn();
  expect(endpoint.arrived(), 'others go first: this one waits for its retry').toEqual([event, other]);
  expect(await stage.attempts(event)).toEqual(['interrupted']);
  await stage.passOn();
  expect(endpoint.arrived()).toEqual([event, other, event]);
  expect(await stage.attempts(event)).toEqual(['interrupted', 204]);
  expect(await stage.delivery(event)).toMatchObject({ status: 'succeeded', attempt_count: 2 });
  await stage.passOn();
  expect(endpoint.arrived()).toHaveLength(3);
  expect(await stage.table.due()).toEqual([]);
});
