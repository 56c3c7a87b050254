import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { eventually } from '../../support/eventually.ts';
import { startService } from '../../support/service.ts';
import { alarmedStage } from './alarmedStage.ts';

/** Follows the runbook's procedure for dead letters, from the alarm to its end. */

const uploaded = z.object({ id: z.string() });

interface Row {
  readonly check: string;
  readonly state: string;
  readonly detail: string;
}

test('dead letters are processed after the cause is fixed and they are moved back', async () => {
  const broken = await alarmedStage({
    isSeeded: true,
    tamper: ({ Type, Properties }, path) => {
      const isWorker = /^Workers\/(ProcessVersion|FanOutEvent)\//.test(path);
      if (Type === 'AWS::Lambda::Function' && isWorker) Properties.Handler = 'index.missing';
      // A message becomes a dead letter after its first attempt.
      if (Type === 'AWS::SQS::Queue' && Properties.RedrivePolicy)
        Object.assign(Properties, {
          VisibilityTimeout: 1,
          RedrivePolicy: { ...Properties.RedrivePolicy, maxReceiveCount: 1 },
        });
    },
  });
  await broken.register();
  const { id } = z.parse(uploaded, await (await broken.upload()).json());
  await eventually(
    () => broken.after(0),
    (ringing) => ringing.includes('DeadLetters') && ringing.includes('EventDeadLetters'),
  );
  await broken.close();

  const mended = await startService({ DATA_DIR: broken.directory });
  onTestFinished(() => mended.stop());
  const admin = async (...argv: string[]) => {
    const env = { ...process.env, DATA_DIR: broken.directory };
    return (await promisify(execFile)(process.execPath, ['infra/admin/main.ts', ...argv], { env })).stdout;
  };
  const doctor = async () => {
    const rows: Row[] = JSON.parse(await admin('doctor', '--json'));
    return new Map(rows.map(({ check, state, detail }) => [check, `${state}: ${detail}`]));
  };
  const found = await doctor();
  expect(found.get('alarms')).toMatch(/^problem: DeadLetters, EventDeadLetters\. /);
  expect(found.get('queues')).toMatch(/^problem: dead letters: processing 1, events \d+\. /);

  await admin('queues', 'redrive', 'processing');
  await admin('queues', 'redrive', 'events');
  await mended.drain();

  expect((await doctor()).get('queues')).toMatch(/^ok: no dead letters/);
  const { base_url, api_keys } = mended.credentials;
  const headers = { authorization: `Bearer ${api_keys.owner}` };
  const answer = await fetch(`${base_url}/v1/documents/${id}`, { headers });
  expect(await answer.json()).toMatchObject({ processing_status: 'ready' });
});
