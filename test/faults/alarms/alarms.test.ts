import { expect, test } from 'vitest';
import { queueNames } from '../../../shared/runtime/stores.ts';
import { eventually } from '../../support/eventually.ts';
import { alarmedStage, isPart, nameInRunbook } from './alarmedStage.ts';
import { firingAlarms } from './firingAlarms.ts';

/**
 * Tests the alarms of the deployed template with the metrics that the host records. The faults are in the template: functions that cannot
 * start, or disabled schedules and event sources.
 */

const minutes = 60_000;

test('each alarm fires for a fault in these tests, and none fires on a healthy stage', async () => {
  const { host, after, request, upload } = await alarmedStage({ isSeeded: true });

  const all = (await host.alarms()).map(({ name }) => nameInRunbook(name)).filter((name) => !isPart(name));
  expect(new Set(all)).toEqual(new Set(Object.values(firingAlarms).flat()));
  for (let passed = 0; passed < 40; passed += 5) {
    for (let sweep = 0; sweep < 4; sweep++) await host.invoke('sweepDue', {});
    await host.invoke('countUsage', {});
    await host.invoke('sealActivity', {});
    expect((await request('/v1/documents')).status).toBe(200);
    expect((await upload()).status).toBe(200);
    await host.drain();
    expect(await after(5 * minutes)).toEqual([]);
  }
});

test('alarms fire for functions that cannot start, and for their dead letters', async () => {
  const { after, request, send } = await alarmedStage({
    tamper: ({ Type, Properties }, path) => {
      const isAsked = /^(Api\/AuthorizerFunction|Workers)\//.test(path);
      if (Type === 'AWS::Lambda::Function' && isAsked) Properties.Handler = 'index.missing';
      // A message becomes a dead letter after five attempts, which otherwise take more than an hour.
      if (Type === 'AWS::SQS::Queue') Properties.VisibilityTimeout = 1;
    },
  });
  for (const queue of queueNames) for (let count = 0; count < 3; count++) await send(queue, { count });

  for (let count = 0; count < 6; count++) expect((await request('/v1/documents')).status).toBe(500);
  const ringing = await eventually(
    () => after(0),
    (names) => names.length >= firingAlarms.brokenFunctions.length,
  );

  expect(ringing).toEqual(firingAlarms.brokenFunctions);
  await after(20 * minutes);
  expect(await after(20 * minutes)).toEqual(
    expect.arrayContaining(['CountUsageStopped', 'SealingLate', 'SweepStopped']),
  );
});

test('alarms fire for disabled schedules and event sources, which report no error', async () => {
  const { after, send } = await alarmedStage({
    tamper: ({ Type, Properties }) => {
      if (Type === 'AWS::Events::Rule') Properties.State = 'DISABLED';
      if (Type === 'AWS::Lambda::EventSourceMapping') Properties.Enabled = false;
    },
  });
  for (const queue of queueNames) await send(queue, {});

  expect(await after(0)).toEqual([]);
  for (let passed = 0; passed < 30; passed += 5) await after(5 * minutes);

  expect(await after(5 * minutes)).toEqual(firingAlarms.disabledTriggers);
});
