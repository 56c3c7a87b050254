import { expect, test } from 'vitest';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { answering } from './hook.ts';
import { isAnythingDue, Organization } from './organization.ts';

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
