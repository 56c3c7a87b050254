import { describe, expect } from 'vitest';
import type { AttemptItem } from '../../shared/data/webhooks/deliveries.ts';
import { type Behaviour, makeCertificate } from '../support/receivers/receiver.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { answering, type Hook, openHook } from './hook.ts';
import { isAnythingDue, Organization, testOn } from './organization.ts';

const stage = await sharedWebhookStage();
const test = testOn(stage);

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;
/** The wait before the first retry. */
const usual = 5 * second;

/** Changes a document and delivers the event to a hook. Returns the stored items after the first attempt. */
async function deliverTo(hook: Hook) {
  const organization = await Organization.on(stage);
  const endpoint = await organization.register({ hook });
  const eventId = await organization.changeAndDeliver();
  const recorded = await organization.recordedDelivery(endpoint, eventId);
  return { organization, endpoint, ...recorded, ...(await organization.recorded(endpoint)) };
}

/** Returns whether an attempt was slow, which can happen to any attempt on a busy machine. */
const wasSlow = ([attempt]: readonly AttemptItem[]) => (attempt?.duration_ms ?? 0) > second;

/** Expects a wait of at least `wait`, up to a tenth longer, and at most a day. */
function expectWait(at: number | null, wait: number): void {
  expect(at).not.toBeNull();
  expect((at ?? 0) - Date.now()).toBeGreaterThanOrEqual(wait);
  expect((at ?? 0) - Date.now()).toBeLessThanOrEqual(Math.min(wait * 1.1, day));
}

/** Returns a time `wait` from now, rounded up to a whole second, as in HTTP dates. */
const httpDate = (wait: number) => new Date(Math.ceil((Date.now() + wait) / second) * second);

describe('an attempt is repeated', () => {
  test.for<[what: string, status: number, retryAfter: (() => string) | null, wait: number]>([
    ['after 307', 307, null, usual],
    ['after 500', 500, null, usual],
    ['after 429, in a minute at least', 429, null, minute],
    ['after 503, after the seconds of Retry-After', 503, () => '120', 2 * minute],
    ['after 503, at the date of Retry-After', 503, () => httpDate(10 * minute).toUTCString(), 10 * minute],
  ])('%s', async ([_, status, retryAfter, wait]) => {
    const elsewhere = await openHook();
    const hook = await openHook();
    const headers = { location: elsewhere.url, ...(retryAfter && { 'retry-after': retryAfter() }) };
    hook.answer = answering(status, headers, 'no');

    const { delivery, attempts, lane, webhook, endpoint } = await deliverTo(hook);

    expect(delivery).toMatchObject({ status: 'pending', attempt_count: 1, retries: 1, attempting: false });
    expect(attempts).toMatchObject([
      {
        number: 1,
        succeeded: false,
        status_code: status,
        error: null,
        response_body: 'no',
        next_attempt_at_ms: delivery.next_attempt_at_ms,
      },
    ]);
    expectWait(delivery.next_attempt_at_ms, wait);
    expect(lane).toMatchObject({
      failing_since_ms: Date.now(),
      is_slow: wasSlow(attempts),
    });
    expect(lane.lease).toBeUndefined();
    expect(webhook.disabled).toBeNull();
    expect(hook.receiver.received).toHaveLength(1);
    expect(elsewhere.receiver.connections, 'redirects are not followed').toBe(0);
    expect(await isAnythingDue(stage, endpoint)).toBe(true);
  });

  test.for<[error: string, what: string, prepare: () => Promise<Hook>]>([
    ['connection_refused', 'nothing listens on its port', closedHook],
    ['tls', 'its certificate is from an unknown authority', async () => openHook(await makeCertificate())],
    [
      'invalid_response',
      'it does not speak HTTP',
      () => hookThat(({ socket }) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')),
    ],
  ])('as usual after %s: %s', async ([error, _, prepare]) => {
    const { delivery, attempts, lane, webhook } = await deliverTo(await prepare());

    expect(delivery).toMatchObject({ status: 'pending', attempt_count: 1, retries: 1, attempting: false });
    expect(attempts).toMatchObject([
      {
        number: 1,
        succeeded: false,
        status_code: null,
        error: { class: error, message: expect.stringMatching(/^[A-Z].+\.$/) },
        response_body: null,
        next_attempt_at_ms: delivery.next_attempt_at_ms,
      },
    ]);
    expectWait(delivery.next_attempt_at_ms, usual);
    expect(lane).toMatchObject({ failing_since_ms: Date.now(), is_slow: wasSlow(attempts) });
    expect(webhook.disabled).toBeNull();
  });
});

async function hookThat(answer: Behaviour): Promise<Hook> {
  const hook = await openHook();
  hook.answer = answer;
  return hook;
}

async function closedHook(): Promise<Hook> {
  const hook = await openHook();
  await hook.receiver.close();
  return hook;
}

describe('the answer 410', () => {
  test('disables the endpoint at once, and its pending deliveries are skipped when they are due', async () => {
    const organization = await Organization.on(stage);
    const endpoint = await organization.register();
    endpoint.answer = answering(500);
    const pending = await organization.changeAndDeliver();
    endpoint.answer = answering(410, {}, 'gone');
    const refused = await organization.changeAndDeliver();

    const { delivery, attempts } = await organization.recordedDelivery(endpoint, refused);
    expect(delivery).toMatchObject({ status: 'failed', attempt_count: 1, next_attempt_at_ms: null });
    expect(attempts).toMatchObject([{ status_code: 410, response_body: 'gone', next_attempt_at_ms: null }]);
    expect((await organization.recorded(endpoint)).webhook.disabled).toEqual({
      reason: 'gone',
      at: new Date().toISOString(),
    });

    await stage.passTime(6 * second);
    expect(await organization.recordedDelivery(endpoint, pending)).toMatchObject({
      delivery: { status: 'skipped', attempt_count: 1, next_attempt_at_ms: null },
      attempts: [{ number: 1 }],
    });
    const late = await organization.changeAndDeliver();
    expect(await organization.recordedDelivery(endpoint, late)).toMatchObject({
      delivery: { status: 'skipped', attempt_count: 0, next_attempt_at_ms: null },
      attempts: [],
    });
    expect(endpoint.receiver.received).toHaveLength(2);
    expect(await isAnythingDue(stage, endpoint)).toBe(false);
  });
});
