import { afterEach, beforeEach, expect } from 'vitest';
import { getDelivery } from '../../../shared/data/webhooks/deliveries.ts';
import { openReceiver, trust } from '../../support/receivers/receiver.ts';
import { deliveriesTo, registered, schedule, testOn, work } from './endpoints.ts';
import { operator } from './operator.ts';

const stage = operator();
const test = testOn(stage);
const { admin, record, rows, everything, take, clock, refuses } = stage;

beforeEach(() => {
  clock.now = Date.now();
});
afterEach(() => take('DeliveriesQueueUrl'));

/** Takes the messages that call for workers of these endpoints. Delayed messages of earlier tests are left out. */
const takeCallsFor = async (...ids: readonly string[]) =>
  (await take('DeliveriesQueueUrl')).filter((call) => ids.some((id) => JSON.stringify(call).includes(id)));

const hour = 60 * 60_000;
const disabled = { reason: 'operator', at: '2029-12-31T00:00:00.000Z' } as const;
const failed = { status: 'failed', attempt_count: 10, retries: 9 } as const;

/** A receiver whose certificate this process trusts, with its endpoint. */
async function receiving(status = 204, body = '') {
  const receiver = await openReceiver();
  trust(receiver.certificate);
  receiver.behaviour = (_, response) => response.writeHead(status).end(body);
  return { receiver, endpoint: await registered(stage, { url: receiver.url }) };
}

test('lists deliveries, newest event first, as many as are asked for', async ({ endpoint }) => {
  const events = await deliveriesTo(endpoint, failed, { status: 'succeeded', attempt_count: 1 }, {});

  const listed = await rows('webhooks deliveries', endpoint.id);

  expect(listed.map(({ event_id }) => event_id)).toEqual(events.toReversed());
  expect(listed[2]).toEqual({
    webhook_id: endpoint.id,
    event_id: events[0],
    event_type: 'document.created',
    event_at: expect.any(String),
    status: 'failed',
    attempts: 10,
    next_attempt_at: null,
  });
  expect(await rows('webhooks deliveries', endpoint.id, '--status', 'failed')).toEqual([listed[2]]);
  expect(await rows('webhooks deliveries', endpoint.id, '--since', '1h')).toEqual(listed);
  const { stdout } = await admin('webhooks deliveries', endpoint.id, '--limit', '2');
  expect(stdout).toMatch(/^EVENT ID +EVENT TYPE +EVENT AT +STATUS +ATTEMPTS +NEXT ATTEMPT AT$/m);
  expect(stdout).toMatch(/There are more than these 2\. To see them, use --limit and --since\.\n$/);
  expect((await admin('webhooks deliveries', endpoint.id, '--limit', '3')).stdout).not.toContain('more');
  clock.now += 2 * hour;
  expect(await admin('webhooks deliveries', endpoint.id, '--since', '1h')).toMatchObject({
    stdout: 'No deliveries.\n',
  });
});

test('tests an endpoint, waits for the result and shows it', async () => {
  const { receiver, endpoint } = await receiving();

  const [outcome] = await Promise.all([
    admin('webhooks test', endpoint.id, '--wait', '--json'),
    receiver.next().then(({ body }) => expect(JSON.parse(body.toString()).type).toBe('webhook.test')),
    workWhenCalled(),
  ]);
  await receiver.close();

  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(outcome.stdout)).toMatchObject({ number: 1, succeeded: true, status_code: 204 });
  const [delivery] = await rows('webhooks deliveries', endpoint.id);
  expect(delivery).toMatchObject({ event_type: 'webhook.test', status: 'succeeded' });
  const events = (await everything()).filter((item) => JSON.stringify(item).includes('webhook.test'));
  expect(JSON.stringify(events)).not.toContain('due_shard');
});

test('fails when the test fails, and escapes control characters of the answer', async () => {
  const { receiver, endpoint } = await receiving(500, 'out of \u001b[31morder\nline two');

  const [outcome] = await Promise.all([admin('webhooks test', endpoint.id, '--wait'), workWhenCalled()]);
  await receiver.close();

  expect(outcome).toMatchObject({
    code: 1,
    stderr: 'error: The attempt failed: it was answered 500.\n',
    stdout: expect.stringContaining('out of \\u001b[31morder\\u000aline two'),
  });
  const [{ event_id = '' } = {}] = await rows('webhooks deliveries', endpoint.id);
  const attempts = ['webhooks attempts', endpoint.id, String(event_id)];
  expect(await rows(...attempts)).toMatchObject([
    { number: 1, succeeded: false, status_code: 500, response_body: 'out of \u001b[31morder\nline two' },
  ]);
  const forPeople = (await admin(...attempts)).stdout;
  expect(forPeople).toMatch(
    /^NUMBER +STARTED AT +STATUS CODE +ERROR +LATENCY MILLISECONDS +NEXT ATTEMPT AT$/m,
  );
  expect(forPeople).toMatch(/^The delivery is pending: its next attempt is due at .*Z\.$/m);
  expect(forPeople).not.toContain('order');
  expect((await admin(...attempts, '--bodies')).stdout).toMatch(
    /^response body +out of \\u001b\[31morder\\u000aline two$/m,
  );
});

test('resends finished deliveries with all their retries', async ({ endpoint }) => {
  const { id } = endpoint;
  const events = await deliveriesTo(
    endpoint,
    failed,
    { status: 'succeeded', attempt_count: 3, retries: 2 },
    { status: 'skipped' },
  );

  for (const event of events) {
    expect(await record('webhooks resend', id, event)).toMatchObject({
      event_id: event,
      status: 'pending',
      next_attempt_at: new Date(clock.now).toISOString(),
    });
    expect(await getDelivery(id, event)).toMatchObject({ status: 'pending', retries: 0 });
  }

  expect(
    (await Promise.all(events.map((event) => getDelivery(id, event)))).map(
      (delivery) => delivery?.attempt_count,
    ),
  ).toEqual([10, 3, 0]);
  expect(await schedule(id)).toEqual(events.map((event_id) => ({ event_id, at_ms: clock.now })));
  // The message by which the first resend called a worker is still in the queue.
  expect(await takeCallsFor(id)).toEqual([{ webhook_id: id, queue: 'quick' }]);
});

test('does not resend a pending delivery, an event of another endpoint, or to a disabled endpoint', async () => {
  const endpoint = await registered(stage);
  const next_attempt_at_ms = clock.now + hour;
  const [pending = ''] = await deliveriesTo(endpoint, { next_attempt_at_ms });
  const off = await registered(stage, { disabled });
  const [skipped = ''] = await deliveriesTo(off, { status: 'skipped' });

  for (const [message, ...argv] of [
    [
      `${pending} is already pending: its next attempt is due at ${new Date(next_attempt_at_ms).toISOString()}.`,
      'resend',
      endpoint.id,
      pending,
    ],
    [`${skipped} (document.created) is not for ${endpoint.id}`, 'resend', endpoint.id, skipped],
    [`${off.id} is disabled (operator, since 2029-12-31T00:00:00.000Z). Enable it first`, 'test', off.id],
    [`Enable it first: webhooks enable ${off.id}`, 'resend', off.id, skipped],
    [`Enable it first: webhooks enable ${off.id}`, 'resend-since', off.id, '1d'],
  ] as const)
    await refuses(1, expect.stringContaining(message), 'webhooks', ...argv);

  expect(await takeCallsFor(endpoint.id, off.id)).toEqual([]);
});

/** Waits for a call for a worker, and then works as this worker. */
async function workWhenCalled(): Promise<void> {
  while ((await work(stage)) === 0);
}
