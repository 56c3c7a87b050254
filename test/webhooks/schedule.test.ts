import { expect, test } from 'vitest';
import type { EventId } from '../../shared/contract/identifiers.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { replaceWebhook } from '../../shared/data/webhooks/webhooks.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { answering } from './hook.ts';
import { type Endpoint, isAnythingDue, Organization } from './organization.ts';

const stage = await sharedWebhookStage();

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** shared/guides/webhooks.md, "What a receiver can rely on". */
const delays = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
/** Each wait has a random part of up to a tenth, so that deliveries that failed together are not retried together. */
const jitter = 0.1;

test('an endpoint that always fails gets ten attempts, at the promised times', async () => {
  const organization = await Organization.on(stage);
  const endpoint = await organization.register();
  endpoint.answer = answering(500, {}, `x${'é'.repeat(4096)}`);
  const begun = Date.now();
  const eventId = await organization.changeAndDeliver();
  const attemptTimes = [Date.now()];
  for (const delay of delays) {
    const { delivery } = await organization.recordedDelivery(endpoint, eventId);
    const at = delivery.next_attempt_at_ms ?? 0;
    expect(delivery.status).toBe('pending');
    expect(at - Date.now()).toBeGreaterThanOrEqual(delay);
    expect(at - Date.now()).toBeLessThan(delay * (1 + jitter));

    await stage.passTimeUntil(at - 1);
    expect(endpoint.deliveries, 'none comes early').toHaveLength(attemptTimes.length);
    await stage.passTimeUntil(at);
    attemptTimes.push(at);
    expect(endpoint.deliveries).toHaveLength(attemptTimes.length);
  }

  const { delivery, attempts } = await organization.recordedDelivery(endpoint, eventId);
  expect(delivery).toMatchObject({ status: 'failed', attempt_count: 10, next_attempt_at_ms: null });
  expect(attempts).toMatchObject(
    attemptTimes.map((at, index) => ({
      number: index + 1,
      started_at: new Date(at).toISOString(),
      succeeded: false,
      status_code: 500,
      error: null,
      duration_ms: expect.any(Number),
      response_body: `x${'é'.repeat(2047)}`,
      next_attempt_at_ms: attemptTimes[index + 1] ?? null,
    })),
  );
  const waits = attemptTimes.slice(1).map((at, index) => at - (attemptTimes[index] ?? begun));
  expect(waits, 'jitter').not.toEqual(delays);

  expect(endpoint.deliveries.map(({ headers }) => headers['webhook-timestamp'])).toEqual(
    attemptTimes.map((at) => String(Math.floor(at / second))),
  );
  const signatures = endpoint.deliveries.map(({ headers }) => headers['webhook-signature']);
  expect(new Set(signatures).size, 'each attempt is signed afresh').toBe(10);
  expect(new Set(endpoint.deliveries.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([eventId]),
  );
  expect(new Set(endpoint.deliveries.map(({ body }) => body)).size).toBe(1);

  expect(await isAnythingDue(stage, endpoint)).toBe(false);
  await stage.passTime(20 * 24 * hour);
  expect(endpoint.receiver.received).toHaveLength(10);
});

test('a success ends the schedule', async () => {
  const organization = await Organization.on(stage);
  const endpoint = await organization.register();
  endpoint.answer = (...exchange) =>
    answering(endpoint.deliveries.length < 3 ? 503 : 200, {}, 'thanks')(...exchange);
  const eventId = await organization.changeAndDeliver();
  const { lane } = await organization.recorded(endpoint);
  await stage.passTime(6 * second);
  await stage.passTime(6 * minute);

  const { delivery, attempts } = await organization.recordedDelivery(endpoint, eventId);
  expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 3, next_attempt_at_ms: null });
  expect(attempts.map(({ succeeded, status_code }) => [succeeded, status_code])).toEqual([
    [false, 503],
    [false, 503],
    [true, 200],
  ]);
  expect(attempts.at(-1)).toMatchObject({ response_body: 'thanks', next_attempt_at_ms: null });
  expect(lane.failing_since_ms).toBe(Date.now() - 6 * minute - 6 * second);
  expect((await organization.recorded(endpoint)).lane.failing_since_ms).toBeNull();
  expect(await isAnythingDue(stage, endpoint)).toBe(false);
  await stage.passTime(5 * 24 * hour);
  expect(endpoint.receiver.received).toHaveLength(3);
});

/** shared/guides/webhooks.md: an endpoint is disabled after five days without a success. */
const patience = 120 * hour;
/** The first wait of 5 s, with its random part. */
const firstRetry = 6000;

/** Changes a document at this time, and delivers the event at once. Resolves with the event's id. */
async function changeAt(organization: Organization, time: number): Promise<EventId> {
  await stage.passTimeUntil(time);
  const eventId = await organization.changeAndDeliver();
  return eventId;
}

const disabledOf = async (organization: Organization, endpoint: Endpoint) =>
  (await organization.recorded(endpoint)).webhook.disabled;

/** Makes an endpoint that answers 500 to one event a day. */
async function failingFor(days: number) {
  const organization = await Organization.on(stage);
  const endpoint = await organization.register();
  endpoint.answer = answering(500);
  const since = Date.now();
  for (let day = 0; day < days; day++) await changeAt(organization, since + day * 24 * hour);
  return { organization, endpoint, since };
}

/** Enables an endpoint as an operator does. */
async function enable(organization: Organization, endpoint: Endpoint): Promise<void> {
  const { webhook } = await organization.recorded(endpoint);
  await transact([replaceWebhook({ ...webhook, disabled: null, enabled_at_ms: Date.now() })]);
}

test('an endpoint that has failed for 120 hours is disabled, the others are notified, and it gets no more', async () => {
  const { organization, endpoint, since } = await failingFor(5);
  const other = await organization.register({ events: ['webhook.disabled'] });
  expect((await organization.recorded(endpoint)).lane.failing_since_ms).toBe(since);
  await changeAt(organization, since + patience - 1);
  expect(await disabledOf(organization, endpoint)).toBeNull();

  const last = await changeAt(organization, since + patience);
  expect(await disabledOf(organization, endpoint), 'not by a first attempt').toBeNull();
  await stage.passTime(firstRetry);

  expect(await disabledOf(organization, endpoint)).toEqual({
    reason: 'failing',
    at: new Date().toISOString(),
  });
  expect(other.deliveries.map(({ event }) => event)).toMatchObject([
    { actor: null, data: { id: endpoint.id, state: 'disabled', disabled_reason: 'failing' } },
  ]);
  expect((await organization.recordedDelivery(endpoint, last)).delivery).toMatchObject({
    status: expect.stringMatching(/^(failed|skipped)$/),
    next_attempt_at_ms: null,
  });

  const received = endpoint.receiver.received.length;
  const pending = (await organization.recordedDeliveries(endpoint)).filter(
    ({ status }) => status === 'pending',
  );
  expect(pending.length).toBeGreaterThan(0);
  const late = await changeAt(organization, Date.now() + hour);
  expect(await organization.recordedDelivery(endpoint, late)).toMatchObject({
    delivery: { status: 'skipped', attempt_count: 0, next_attempt_at_ms: null },
    attempts: [],
  });
  await stage.passTime(48 * hour);
  for (const { event_id } of pending)
    expect((await organization.recordedDelivery(endpoint, event_id)).delivery).toMatchObject({
      status: 'skipped',
      next_attempt_at_ms: null,
    });
  expect(await isAnythingDue(stage, endpoint)).toBe(false);
  expect(endpoint.receiver.received).toHaveLength(received);
});

test('the hours are counted anew after the endpoint was enabled again', async () => {
  const { organization, endpoint, since } = await failingFor(1);
  await changeAt(organization, since + patience);
  await stage.passTime(firstRetry);
  const skipped = await changeAt(organization, since + patience + hour);
  await stage.passTime(48 * hour);
  const received = endpoint.receiver.received.length;

  await enable(organization, endpoint);
  const enabledAt = Date.now();
  const first = await changeAt(organization, enabledAt + hour);
  expect((await organization.recordedDelivery(endpoint, first)).attempts).toHaveLength(1);
  expect(endpoint.receiver.received).toHaveLength(received + 1);
  expect(await disabledOf(organization, endpoint)).toBeNull();
  expect(await organization.recordedDelivery(endpoint, skipped), 'what was over stays so').toMatchObject({
    delivery: { status: 'skipped' },
    attempts: [],
  });

  await changeAt(organization, enabledAt + patience - 1);
  expect(await disabledOf(organization, endpoint)).toBeNull();
  await changeAt(organization, enabledAt + patience);
  await stage.passTime(firstRetry);
  expect(await disabledOf(organization, endpoint)).toMatchObject({ reason: 'failing' });
});
