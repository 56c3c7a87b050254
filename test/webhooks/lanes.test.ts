import { expect } from 'vitest';
import type { Behaviour } from '../support/receivers/receiver.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { type Endpoint, isAnythingDue, testOn } from './organization.ts';

const stage = await sharedWebhookStage();
const test = testOn(stage);

const idsOf = ({ deliveries }: Endpoint): string[] => deliveries.map(({ event }) => event.id);

/** Long enough for an additional request to arrive before the answer. */
const answerMilliseconds = 20;

/** Answers a little after `wanted` requests have arrived, and counts the requests that wait at the same time. */
function barrier(wanted: number) {
  const opened = Promise.withResolvers<void>();
  const state = { arrived: 0, waiting: 0, peak: 0 };
  const behaviour: Behaviour = (_, response) => {
    state.arrived += 1;
    state.waiting += 1;
    state.peak = Math.max(state.peak, state.waiting);
    if (state.arrived === wanted) opened.resolve();
    const answer = () => {
      state.waiting -= 1;
      response.writeHead(204).end();
    };
    void opened.promise.then(() => setTimeout(answer, answerMilliseconds));
  };
  return { behaviour, state, open: opened.resolve };
}

test('an endpoint gets at most ten requests at a time', async ({ organization, endpoint }) => {
  const { behaviour, state } = barrier(10);
  endpoint.answer = behaviour;
  for (let change = 0; change < 25; change++) await organization.changeUnseen();
  await stage.deliver();

  expect(state.peak).toBe(10);
  expect(endpoint.receiver.received).toHaveLength(25);
  expect(new Set(idsOf(endpoint)).size, 'each arrives once').toBe(25);
  const recorded = await organization.recordedDeliveries(endpoint);
  expect(recorded.map(({ event_id }) => event_id).toSorted()).toEqual(idsOf(endpoint).toSorted());
  for (const delivery of recorded) expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 1 });
  expect(await isAnythingDue(stage, endpoint)).toBe(false);
});

test('a second worker for the same endpoint does nothing', async ({ organization, endpoint }) => {
  const { behaviour, open } = barrier(Number.POSITIVE_INFINITY);
  endpoint.answer = behaviour;
  const first = await organization.change();
  await stage.work('events', await stage.take('events'));
  const calls = await stage.take('deliveries');
  expect(calls).toHaveLength(1);

  const working = stage.work('deliveries', calls);
  await endpoint.receiver.count(1);
  await stage.work('deliveries', calls);
  const second = await organization.change();
  await stage.work('events', await stage.take('events'));
  expect(await stage.take('deliveries'), 'no worker is called while one holds the lane').toEqual([]);
  expect(idsOf(endpoint)).toEqual([first]);
  open();
  await working;
  await stage.deliver();

  expect(idsOf(endpoint), 'the worker that holds the lane delivers events that came meanwhile').toEqual([
    first,
    second,
  ]);
});
