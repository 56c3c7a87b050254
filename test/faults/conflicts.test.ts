import { describe, expect, test } from 'vitest';
import { faultOn, faultSome, isCall } from '../support/stages/faultyProxy.ts';
import { sendGraceMilliseconds, sweptOf } from '../support/stages/faultyStage.ts';
import { sharedDeliveringStage } from './deliveringStage.ts';

const stage = await sharedDeliveringStage();

/** Faults that end after a few refusals. A single call is retried more often than that. */
const passing = [
  ['a transaction that has the item', 'conflicting', 3],
  ['a hot partition', 'throttling', 2],
] as const;

describe.for(passing)('%s', ([, fault, count]) => {
  test('does not prevent a worker from acquiring its lane', async () => {
    const { endpoint, event, body } = await stage.fanOutForOne();
    const met = faultSome(stage.dynamodb, fault, 'UpdateItem', { count });

    expect(await stage.consume('deliverWebhook', body)).toEqual([]);

    expect(met()).toBe(count);
    expect(endpoint.arrived()).toEqual([event]);
    expect(await stage.table.due()).toEqual([]);
  });

  test('does not prevent a change, which is made once', async () => {
    const { document } = await stage.uploadAndTake();
    const path = { document_id: document.id };
    const met = faultSome(stage.dynamodb, fault, 'TransactWriteItems', { count: 2 });

    await stage.call.updateDocument({ path, json: { title: 'Changed' } });

    expect(met()).toBe(2);
    expect((await stage.call.getDocument({ path })).body.title).toBe('Changed');
  });
});

test('a transaction that has the item and continues delays due work, and loses nothing', async () => {
  const { body } = await stage.uploadAndTake();
  await stage.table.letTimePass(sendGraceMilliseconds);
  void faultOn(stage.dynamodb, 'conflicting', isCall('UpdateItem'));
  // A sweep fails if it cannot record its end.
  await expect(stage.sweep()).rejects.toThrow();
  expect(await stage.takeMessages('processing')).toEqual([]);

  stage.dynamodb.mend();

  expect(await stage.sweep()).toContain(sweptOf(body));
});

test('sixteen changes of one document at the same time take one transaction each', async () => {
  const { document } = await stage.uploadAndTake();
  const path = { document_id: document.id };
  let transactions = 0;
  stage.dynamodb.faultOf = (request) => {
    transactions += Number(isCall('TransactWriteItems')(request));
    return undefined;
  };

  const titles = Array.from({ length: 16 }, (_, writer) => `Title ${writer}`);
  const changed = await Promise.all(
    titles.map((title) => stage.call.updateDocument({ path, json: { title } })),
  );

  expect(changed.map(({ status, body }) => [status, body.title])).toEqual(
    titles.map((title) => [200, title]),
  );
  expect(transactions).toBe(titles.length);
});
