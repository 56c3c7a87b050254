import { expect, test } from 'vitest';
import { transact } from '../../shared/data/table/commit.ts';
import { type DeliveryItem, newDelivery } from '../../shared/data/webhooks/deliveries.ts';
import { createDeliveries, createDelivery } from '../../shared/data/webhooks/deliveryWrites.ts';
import { createEvent } from '../../shared/data/webhooks/events.ts';
import { webhookTest } from '../../shared/events/records/webhooks.ts';
import { callWorker } from '../../shared/webhooks/callWorker.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { answering } from './hook.ts';
import { type Endpoint, isAnythingDue, Organization } from './organization.ts';

const stage = await sharedWebhookStage();

/** Stores a pending delivery with its place, in a transaction. */
async function stored(organization: Organization, endpoint: Endpoint): Promise<DeliveryItem> {
  const { webhook } = await organization.recorded(endpoint);
  const event = webhookTest(webhook, null).event;
  const delivery = newDelivery(event, endpoint.id, Date.now());
  await transact([createEvent(event), ...createDelivery(delivery)]);
  return delivery;
}

const partitionOf = ({ id }: Endpoint): string => `WEBHOOK#${id.slice('whk_'.length)}`;

const itemsOf = async (endpoint: Endpoint, prefix: string) =>
  (await stage.table.everything()).filter(
    ({ pk, sk }) => pk === partitionOf(endpoint) && sk.startsWith(prefix),
  );

test('creating a delivery again adds the schedule entry that an interrupted creation did not write', async () => {
  const organization = await Organization.on(stage);
  const endpoint = await organization.register();
  const delivery = await stored(organization, endpoint);
  const [place] = await itemsOf(endpoint, 'SCHEDULE#');
  if (place) await stage.table.remove(place);

  await Promise.all([createDeliveries([delivery]), createDeliveries([delivery])]);
  await callWorker(endpoint.id, Date.now());
  await stage.deliver();

  expect(endpoint.deliveries.map(({ event }) => event.id)).toEqual([delivery.event_id]);
  expect(await isAnythingDue(stage, endpoint)).toBe(false);
});

test('a delivery with a result does not change when its event is fanned out again', async () => {
  const organization = await Organization.on(stage);
  const endpoint = await organization.register();
  const succeeded = await organization.change();
  const bodies = await stage.take('events');
  await stage.work('events', bodies);
  await stage.deliver();
  endpoint.answer = answering(500);
  const retried = await organization.change();
  bodies.push(...(await stage.take('events')));
  await stage.work('events', bodies);
  await stage.deliver();
  const records = await organization.recordedDeliveries(endpoint);
  expect(records.map(({ event_id, status }) => [event_id, status])).toEqual([
    [retried, 'pending'],
    [succeeded, 'succeeded'],
  ]);
  const places = await itemsOf(endpoint, 'SCHEDULE#');

  for (const event of await stage.table.everything())
    if (event.id === retried || event.id === succeeded) await stage.table.set(event, 'due_at_ms', Date.now());
  await stage.work('events', bodies);

  expect(await organization.recordedDeliveries(endpoint)).toEqual(records);
  expect(await itemsOf(endpoint, 'SCHEDULE#')).toEqual(places);
});

test('a schedule entry of a finished delivery is removed, and nothing is sent again', async () => {
  const organization = await Organization.on(stage);
  const endpoint = await organization.register();
  const eventId = await organization.changeAndDeliver();
  const place = {
    pk: partitionOf(endpoint),
    sk: `SCHEDULE#${'0'.repeat(15)}#${eventId.slice('evt_'.length)}`,
  };
  await stage.table.set(place, 'event_id', eventId);

  await callWorker(endpoint.id, Date.now());
  await stage.deliver();

  expect(endpoint.receiver.received).toHaveLength(1);
  expect(await organization.recordedDelivery(endpoint, eventId)).toMatchObject({
    delivery: { status: 'succeeded', attempt_count: 1 },
    attempts: [{ number: 1 }],
  });
  expect(await isAnythingDue(stage, endpoint)).toBe(false);
});
