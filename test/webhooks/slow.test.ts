import { expect, test } from 'vitest';
import type { Behaviour } from '../support/receivers/receiver.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { answering } from './hook.ts';
import { type Endpoint, Organization } from './organization.ts';

const stage = await sharedWebhookStage();

const second = 1000;
/** A little more than the time that makes an endpoint slow, because this test waits in real time. */
const slowMilliseconds = 1100;

/** Sends a beginning, and then small pieces without end. */
const dripping =
  (beginning: string, drop: string): Behaviour =>
  ({ socket }) => {
    socket.write(beginning);
    const timer = setInterval(() => socket.write(drop), 200);
    socket.once('close', () => clearInterval(timer));
  };

const late =
  (answer: Behaviour): Behaviour =>
  (...exchange) => {
    setTimeout(() => answer(...exchange), slowMilliseconds);
  };

const call = ({ id }: Endpoint, queue: 'quick' | 'slow') => JSON.stringify({ webhook_id: id, queue });

/** Takes the messages for some endpoints from a queue. Delayed messages for other endpoints may be in the queue too. */
const takeFor = async (queue: 'deliveries' | 'slowDeliveries', ...endpoints: readonly Endpoint[]) =>
  (await stage.take(queue)).filter((body) => endpoints.some(({ id }) => body.includes(id)));

test('a request ends after 15 seconds, and its endpoint counts as slow from then on', async () => {
  const organization = await Organization.on(stage);
  const none = { status_code: null, error: { class: 'timeout' }, response_body: null };
  const behaviours: readonly (readonly [Behaviour, object])[] = [
    [() => {}, none],
    [dripping('HTTP/1.1 500 Error\r\n', 'X-Drip: drip\r\n'), none],
    [
      dripping('HTTP/1.1 500 Error\r\nContent-Length: 1000\r\n\r\n', 'x'),
      { status_code: 500, error: null, response_body: expect.stringMatching(/^x+$/) },
    ],
  ];
  const outcomes = new Map<Endpoint, object>();
  for (const [answer, outcome] of behaviours) {
    const endpoint = await organization.register();
    endpoint.answer = answer;
    outcomes.set(endpoint, outcome);
  }
  const endpoints = [...outcomes.keys()];
  const eventId = await organization.changeAndDeliver();

  for (const endpoint of endpoints) {
    const { delivery, attempts } = await organization.recordedDelivery(endpoint, eventId);
    const wait = (delivery.next_attempt_at_ms ?? 0) - Date.now();
    expect(wait).toBeGreaterThanOrEqual(5 * second);
    expect(wait).toBeLessThan(5.5 * second);
    expect(attempts).toMatchObject([{ ...outcomes.get(endpoint), succeeded: false }]);
    expect(attempts[0]?.duration_ms).toBeGreaterThanOrEqual(15 * second - 1);
    expect((await organization.recorded(endpoint)).lane).toMatchObject({ is_slow: true });
  }

  await organization.changeUnseen();
  await stage.work('events', await stage.take('events'));
  const slowCalls = endpoints.map((endpoint) => call(endpoint, 'slow'));
  expect(await takeFor('deliveries', ...endpoints), 'nothing for the quick').toEqual([]);
  expect(await takeFor('slowDeliveries', ...endpoints)).toEqual(expect.arrayContaining(slowCalls));

  for (const endpoint of endpoints) endpoint.answer = answering(204);
  await stage.work('slowDeliveries', slowCalls);
  for (const endpoint of endpoints) {
    expect(endpoint.deliveries).toHaveLength(2);
    expect((await organization.recorded(endpoint)).lane).toMatchObject({ is_slow: false });
  }
  await stage.passTime(6 * second);
  for (const endpoint of endpoints) expect(endpoint.deliveries).toHaveLength(3);
});

test('the worker for quick endpoints passes on a slow endpoint that the sweep found', async () => {
  const organization = await Organization.on(stage);
  const endpoint = await organization.register();
  endpoint.answer = late(answering(500));
  await organization.changeAndDeliver();
  expect((await organization.recorded(endpoint)).lane.is_slow).toBe(true);

  stage.setClock(Date.now() + 6 * second);
  await stage.invoke('sweepDue', {});
  const swept = await takeFor('deliveries', endpoint);
  expect(swept).toEqual([call(endpoint, 'quick')]);
  await stage.work('deliveries', swept);

  expect(endpoint.deliveries).toHaveLength(1);
  expect(await takeFor('slowDeliveries', endpoint)).toContain(call(endpoint, 'slow'));
  await stage.work('slowDeliveries', [call(endpoint, 'slow')]);
  expect(endpoint.deliveries).toHaveLength(2);
});
