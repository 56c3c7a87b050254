import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { commit } from '../../shared/data/commit.ts';
import { type DeliveryItem, newDelivery, pendingAgain } from '../../shared/data/deliveries.ts';
import { createDeliveries, createDelivery, replaceDelivery } from '../../shared/data/deliveryWrites.ts';
import { createEvent, withoutFanOut } from '../../shared/data/events.ts';
import { testEvent } from '../../shared/events/describe.ts';
import { callWorker } from '../../shared/webhooks/callWorker.ts';
import { openWebhookStage } from '../support/webhookStage.ts';
import { answering } from './hook.ts';
import { type Endpoint, isAnythingDue, Organization } from './organization.ts';

const stage = await openWebhookStage();
afterAll(() => stage.close());
beforeEach(() => stage.setClock());

/** A delivery that is pending as 0.2.0 stored it: with an item, and a place at the time of its attempt. */
async function stored(
  organization: Organization,
  endpoint: Endpoint,
  state: Partial<DeliveryItem> = {},
): Promise<DeliveryItem> {
  const { webhook } = await organization.recorded(endpoint);
  const event = withoutFanOut(testEvent(webhook, null));
  const added = newDelivery(event, endpoint.id);
  await commit([createEvent(event), createDelivery(added)]);
  const [delivery] = await commit(replaceDelivery(added, { ...pendingAgain(added, Date.now()), ...state }));
  return delivery;
}

describe('a delivery that 0.2.0 has stored', () => {
  test('is listed, delivered and recorded', async () => {
    const organization = await Organization.on(stage);
    const endpoint = await organization.register();
    const { event_id } = await stored(organization, endpoint);
    expect(await organization.recordedDeliveries(endpoint)).toMatchObject([{ event_id, status: 'pending' }]);

    await callWorker(endpoint.id, Date.now());
    await stage.settle();

    expect(endpoint.deliveries.map(({ event }) => event.id)).toEqual([event_id]);
    const { delivery, attempts } = await organization.recordedDelivery(endpoint, event_id);
    expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 1 });
    expect(attempts).toMatchObject([{ number: 1, status_code: 204 }]);
    expect(await isAnythingDue(stage, endpoint)).toBe(false);
  });

  test('and whose attempt was cut off, is counted as interrupted and tried again', async () => {
    const organization = await Organization.on(stage);
    const endpoint = await organization.register();
    const { event_id } = await stored(organization, endpoint, { attempting: true, attempt_count: 1 });

    await callWorker(endpoint.id, Date.now());
    await stage.settle();
    expect(endpoint.deliveries).toEqual([]);
    await stage.passTime(6000);

    const { delivery, attempts } = await organization.recordedDelivery(endpoint, event_id);
    expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 2, attempting: false });
    expect(attempts).toMatchObject([{ error: { class: 'interrupted' } }, { status_code: 204 }]);
  });

  test('and that a fan-out makes once more, because it was cut off, is delivered once', async () => {
    const organization = await Organization.on(stage);
    const endpoint = await organization.register();
    const delivery = await stored(organization, endpoint);
    await createDeliveries([delivery]);

    await callWorker(endpoint.id, Date.now());
    await stage.settle();

    expect(endpoint.deliveries.map(({ event }) => event.id)).toEqual([delivery.event_id]);
    expect(await organization.recordedDelivery(endpoint, delivery.event_id)).toMatchObject({
      delivery: { status: 'succeeded', attempt_count: 1 },
    });
    expect(await isAnythingDue(stage, endpoint)).toBe(false);
  });
});

/** Lists what is due at an endpoint as the workers of 0.2.0 do. */
async function dueIn020({ id }: Endpoint): Promise<string[]> {
  const partition = `WEBHOOK#${id.slice('whk_'.length)}`;
  const places = (await stage.table.everything()).filter(
    ({ pk, sk }) => pk === partition && sk.startsWith('SCHEDULE#'),
  );
  const due = places.filter(({ sk }) => Number(sk.slice('SCHEDULE#'.length).split('#')[0]) <= Date.now());
  return due.map(({ event_id }) => String(event_id));
}

test('a delivery of which nothing has come yet is due to a worker of 0.2.0 too, which so keeps its lane', async () => {
  const organization = await Organization.on(stage);
  const endpoint = await organization.register();
  const eventId = await organization.change();
  await stage.work('events', await stage.take('events'));

  const due = await dueIn020(endpoint);

  expect(due).toEqual([eventId]);
  await stage.settle();
  expect(endpoint.deliveries.map(({ event }) => event.id)).toEqual([eventId]);
  expect(await dueIn020(endpoint)).toEqual([]);
});

test('deliveries of which nothing has come yet are listed among the others, newest event first', async () => {
  const organization = await Organization.on(stage);
  const endpoint = await organization.register();
  endpoint.answer = answering(500);
  const first = await organization.change();
  await stage.settle();
  const second = await organization.change();
  await stage.work('events', await stage.take('events'));

  const listed = await organization.recordedDeliveries(endpoint);

  expect(
    listed.map(({ event_id, event_type, status, attempt_count }) => [
      event_id,
      event_type,
      status,
      attempt_count,
    ]),
  ).toEqual([
    [second, 'document.updated', 'pending', 0],
    [first, 'document.updated', 'pending', 1],
  ]);
});

test('a place that is left over beside its delivery is removed, and nothing is sent again', async () => {
  const organization = await Organization.on(stage);
  const endpoint = await organization.register();
  const eventId = await organization.change();
  await stage.settle();
  const { delivery } = await organization.recordedDelivery(endpoint, eventId);
  await commit([createDelivery(delivery)]);

  await callWorker(endpoint.id, Date.now());
  await stage.settle();

  expect(endpoint.receiver.received).toHaveLength(1);
  expect(await organization.recordedDelivery(endpoint, eventId)).toMatchObject({
    delivery: { status: 'succeeded', attempt_count: 1 },
    attempts: [{ number: 1 }],
  });
  expect(await isAnythingDue(stage, endpoint)).toBe(false);
});
