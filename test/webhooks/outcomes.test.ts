import { expect } from 'vitest';
import type { AttemptItem } from '../../shared/data/webhooks/deliveries.ts';
import { makeCertificate } from '../support/receivers/receiver.ts';
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

type Prepared = { readonly hook: Hook; readonly elsewhere?: Hook };

/** A hook that redirects to another one, and asks for a wait by `Retry-After`. */
async function answeringWith(status: number, retryAfter?: string): Promise<Prepared> {
  const [hook, elsewhere] = [await openHook(), await openHook()];
  const headers = { location: elsewhere.url, ...(retryAfter && { 'retry-after': retryAfter }) };
  hook.answer = answering(status, headers, 'no');
  return { hook, elsewhere };
}

const failing = (error: string) => ({
  status_code: null,
  error: { class: error, message: expect.stringMatching(/^[A-Z].+\.$/) },
  response_body: null,
});
const refusing = (status_code: number) => ({ status_code, error: null, response_body: 'no' });

test.for<[what: string, prepare: () => Promise<Prepared>, attempt: object, wait: number]>([
  ['after 307', () => answeringWith(307), refusing(307), usual],
  ['after 500', () => answeringWith(500), refusing(500), usual],
  ['after 429, in a minute at least', () => answeringWith(429), refusing(429), minute],
  ['after 503, after the seconds of Retry-After', () => answeringWith(503, '120'), refusing(503), 2 * minute],
  [
    'after 503, at the date of Retry-After',
    () => answeringWith(503, httpDate(10 * minute).toUTCString()),
    refusing(503),
    10 * minute,
  ],
  ['as usual if nothing listens', closedHook, failing('connection_refused'), usual],
  [
    'as usual if its certificate is from an unknown authority',
    async () => ({ hook: await openHook(await makeCertificate()) }),
    failing('tls'),
    usual,
  ],
  ['as usual if it does not speak HTTP', hookOfSsh, failing('invalid_response'), usual],
])('an attempt is repeated %s', async ([_, prepare, attempt, wait]) => {
  const { hook, elsewhere } = await prepare();

  const { delivery, attempts, lane, webhook, endpoint } = await deliverTo(hook);

  expect(delivery).toMatchObject({ status: 'pending', attempt_count: 1, retries: 1, attempting: false });
  const { next_attempt_at_ms } = delivery;
  expect(attempts).toMatchObject([{ number: 1, succeeded: false, ...attempt, next_attempt_at_ms }]);
  expectWait(next_attempt_at_ms, wait);
  expect(lane).toMatchObject({ failing_since_ms: Date.now(), is_slow: wasSlow(attempts) });
  expect(lane.lease).toBeUndefined();
  expect(webhook.disabled).toBeNull();
  if (elsewhere) expect(hook.receiver.received).toHaveLength(1);
  expect(elsewhere?.receiver.connections ?? 0, 'redirects are not followed').toBe(0);
  expect(await isAnythingDue(stage, endpoint)).toBe(true);
});

async function hookOfSsh(): Promise<Prepared> {
  const hook = await openHook();
  hook.answer = ({ socket }) => socket.end('SSH-2.0-OpenSSH_9.9\r\n');
  return { hook };
}

async function closedHook(): Promise<Prepared> {
  const hook = await openHook();
  await hook.receiver.close();
  return { hook };
}

test('the answer 410 disables the endpoint at once, and its pending deliveries are skipped when they are due', async () => {
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
