import { afterEach, beforeEach, expect } from 'vitest';
import { createdAt } from '../../../shared/data/table/ids.ts';
import { getDelivery } from '../../../shared/data/webhooks/deliveries.ts';
import { openReceiver, trust } from '../../support/receivers/receiver.ts';
import { deliveriesTo, registered, schedule, testOn, work } from './endpoints.ts';
import { operator } from './operator.ts';

const stage = await operator();
const test = testOn(stage);
const { admin, record, rows, everything, take, clock, refuses } = stage;

beforeEach(() => {
  clock.now = Date.now();
});
afterEach(() => take('deliveries'));

/** Takes the messages that call for workers of these endpoints. Delayed messages of earlier tests are left out. */
const takeCallsFor = async (...ids: readonly string[]) =>
  (await take('deliveries')).filter((call) => ids.some((id) => JSON.stringify(call).includes(id)));

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

test('resends a finished delivery with all its retries', async ({ endpoint }) => {
  const { id } = endpoint;
  const [event = 'evt_'] = await deliveriesTo(endpoint, failed);

  expect(await record('webhooks resend', id, event)).toMatchObject({
    event_id: event,
    status: 'pending',
    next_attempt_at: new Date(clock.now).toISOString(),
  });

  expect(await getDelivery(id, event)).toMatchObject({ status: 'pending', retries: 0, attempt_count: 10 });
  expect(await schedule(id)).toEqual([{ event_id: event, at_ms: clock.now }]);
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

const skipped = { status: 'skipped' } as const;
const succeeded = { status: 'succeeded', attempt_count: 1 } as const;

test('resends failed and skipped deliveries since a time, page after page, in the order of the events', async () => {
  const endpoint = await registered(stage);
  const { id } = endpoint;
  const states = Array.from({ length: 90 }, (_, index) => [failed, skipped, succeeded][index % 3] ?? failed);
  const events = await deliveriesTo(endpoint, ...states);
  const missing = events.filter((_, index) => index % 3 !== 2);

  const { stdout, code } = await admin('webhooks resend-since', id, '1h');

  expect(code).toBe(0);
  expect(stdout).toMatch(/^resent deliveries +60$/m);
  expect(await schedule(id)).toEqual(missing.map((event_id) => ({ event_id, at_ms: clock.now })));
  for (const event of missing)
    expect(await getDelivery(id, event)).toMatchObject({ status: 'pending', retries: 0 });
  expect(await take('deliveries')).toEqual([{ webhook_id: id, queue: 'quick' }]);

  expect(await record('webhooks resend-since', id, '1h')).toEqual({
    webhook_id: id,
    since: new Date(clock.now - 60 * 60_000).toISOString(),
    resent_deliveries: 0,
    already_pending_deliveries: 60,
  });
  expect(await record('webhooks resend-since', id, '1h', '--all')).toMatchObject({
    resent_deliveries: 30,
    already_pending_deliveries: 60,
  });
  expect(await schedule(id)).toHaveLength(90);
});

test('does not resend older deliveries', async ({ endpoint }) => {
  const events = await deliveriesTo(endpoint, failed, failed);
  clock.now += 60_000;
  const newest = Math.max(...events.map((event) => Date.parse(createdAt(event))));
  const after = new Date(newest + 1).toISOString();

  expect(await record('webhooks resend-since', endpoint.id, after)).toMatchObject({
    resent_deliveries: 0,
  });
  expect(await record('webhooks resend-since', endpoint.id, '2m')).toMatchObject({
    resent_deliveries: 2,
  });
});

test('a command that is repeated after it was killed calls for a worker', async ({ endpoint }) => {
  // This is the state after a run that was killed between commit and call.
  await deliveriesTo(endpoint, {}, {});

  const { stdout } = await admin('webhooks resend-since', endpoint.id, '1h');

  expect(stdout).toMatch(/^already pending deliveries +2$/m);
  expect(await take('deliveries')).toEqual([{ webhook_id: endpoint.id, queue: 'quick' }]);
});
