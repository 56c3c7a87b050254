import { afterEach, beforeEach, expect } from 'vitest';
import { createdAt } from '../../../shared/data/table/ids.ts';
import { getDelivery } from '../../../shared/data/webhooks/deliveries.ts';
import { deliveriesTo, registered, schedule, testOn } from './endpoints.ts';
import { operator } from './operator.ts';

const stage = operator();
const test = testOn(stage);
const { admin, record, take, clock } = stage;

beforeEach(() => {
  clock.now = Date.now();
});
afterEach(() => take('DeliveriesQueueUrl'));

const failed = { status: 'failed', attempt_count: 10, retries: 9 } as const;
const skipped = { status: 'skipped' } as const;
const succeeded = { status: 'succeeded', attempt_count: 1 } as const;

test('resends failed and skipped deliveries, page after page, in the order of the events', async () => {
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
  expect(await take('DeliveriesQueueUrl')).toEqual([{ webhook_id: id, queue: 'quick' }]);

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
  expect(await take('DeliveriesQueueUrl')).toEqual([{ webhook_id: endpoint.id, queue: 'quick' }]);
});
