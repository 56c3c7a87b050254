import { describe, expect } from 'vitest';
import { acquireSlot, releaseSlot, slotsOfHost } from '../../shared/data/work/slots.ts';
import type { Behaviour } from '../support/receivers/receiver.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import type { Hook } from './hook.ts';
import { type Endpoint, isAnythingDue, Organization, testOn } from './organization.ts';

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

const minute = 60_000;

/** Answers after a moment, and counts the requests that are open at the same time. */
function counting() {
  const state = { open: 0, peak: 0 };
  const behaviour: Behaviour = (_, response) => {
    state.open += 1;
    state.peak = Math.max(state.peak, state.open);
    setTimeout(() => {
      state.open -= 1;
      response.writeHead(204).end();
    }, answerMilliseconds);
  };
  return { state, behaviour };
}

/** Registers endpoints at one receiver, each with its own path. */
async function registerMany(organization: Organization, hook: Hook, count: number): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = [];
  for (let index = 0; index < count; index++)
    endpoints.push(
      await organization.register({ hook: { ...hook, url: `${hook.url}/${index}`, secrets: [] } }),
    );
  hook.secrets = endpoints.flatMap(({ secrets }) => secrets);
  return endpoints;
}

/** Runs the worker with the waiting messages, and then with the messages that the sweep sends later. */
async function deliverAll(): Promise<void> {
  await stage.deliver();
  for (let round = 0; round < 5; round++) await stage.passTime(2 * minute);
}

// Threat: One organization floods a host through many endpoints
test('a host gets at most ten requests at a time from one organization with many endpoints', async ({
  organization,
  hook,
}) => {
  const count = 11;
  const { state, behaviour } = counting();
  hook.answer = behaviour;
  const endpoints = await registerMany(organization, hook, count);
  const changes = 3;
  for (let change = 0; change < changes; change++) await organization.changeUnseen();

  await deliverAll();

  expect(state.peak).toBeLessThanOrEqual(10);
  expect(state.peak).toBeGreaterThan(1);
  const arrived = hook.receiver.received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`);
  expect(arrived, 'each arrives once').toHaveLength(count * changes);
  expect(new Set(arrived).size).toBe(count * changes);
  for (const endpoint of endpoints) expect(await isAnythingDue(stage, endpoint)).toBe(false);
});

describe('a slot', () => {
  const now = Date.now();
  const acquire = (organization: Organization, leaseId: string, at = now) =>
    acquireSlot(slotsOfHost(organization.id, 'hooks.example.com', 10), leaseId, at, at + minute);

  // Threat: One organization floods a host through many endpoints
  test('is one of ten, each held until it is released or its lease is over', async ({ organization }) => {
    const slots = await Promise.all(
      Array.from({ length: 10 }, (_, index) => acquire(organization, `lease ${index}`)),
    );
    expect(new Set(slots.map((slot) => slot?.name)).size).toBe(10);
    expect(await acquire(organization, 'one more')).toBeUndefined();
    expect(await acquire(organization, 'one more', now + minute - 1)).toBeUndefined();

    const [first] = slots;
    if (!first) throw new Error('there is no slot');
    await releaseSlot(first);
    expect(await acquire(organization, 'one more')).toEqual({
      ...first,
      held: { ...first.held, id: 'one more' },
    });
    await releaseSlot(first);
    expect(await acquire(organization, 'another'), 'who lost a slot cannot free it').toBeUndefined();

    expect(await acquire(organization, 'another', now + minute), 'killed workers lose theirs').toBeDefined();
  });

  test('is separate for each organization and each host', async () => {
    const [one, other] = await Promise.all([Organization.on(stage), Organization.on(stage)]);
    for (let index = 0; index < 10; index++) await acquire(one, `lease ${index}`);

    expect(await acquire(one, 'one more')).toBeUndefined();
    expect(await acquire(other, 'one more')).toBeDefined();
    const elsewhere = slotsOfHost(one.id, 'hooks.example.org', 10);
    expect(await acquireSlot(elsewhere, 'one more', now, now + minute)).toBeDefined();
  });
});
