import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { alarmedStage } from './alarmedStage.ts';
import { firingAlarms } from './firingAlarms.ts';

/** The number of late cases that fire an alarm. */
const few = 5;
/** Longer than the objective for an answer. */
const slowMilliseconds = 2100;
/** The limit of the objectives for a file to become ready and for the first attempt of a webhook, and a limit for which the test can wait. */
const [minute, second] = ['PR(60000:)', 'PR(1000:)'];
/** Longer than that limit. */
const lateSeconds = 2;

test('alarms fire for late answers, files and webhooks, although nothing fails', async () => {
  const { after, register, request, upload } = await alarmedStage({
    isSeeded: true,
    tamper: ({ Type, Properties }, path) => {
      const isLate = /^Queues\/(Processing|Events)\/Resource$/.test(path);
      if (Type === 'AWS::SQS::Queue' && isLate) Properties.DelaySeconds = lateSeconds;
      if (Type === 'AWS::CloudWatch::Alarm')
        Object.assign(Properties, JSON.parse(JSON.stringify(Properties).replaceAll(minute, second)));
    },
    awaitFiles: async (folder) => {
      if (basename(folder) === 'getMe') await delay(slowMilliseconds);
    },
  });
  expect((await register()).status).toBe(201);
  expect(await after(0)).toEqual([]);

  const answers = await Promise.all(Array.from({ length: few }, () => request('/v1/me')));

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: few }, () => 200));
  expect(await after(0)).toEqual(['Latency']);

  for (let count = 0; count < few; count++) expect((await upload()).status).toBe(200);

  const ringing = await eventually(
    () => after(0),
    (names) => names.length >= firingAlarms.late.length,
  );
  expect(ringing).toEqual(firingAlarms.late);
});
