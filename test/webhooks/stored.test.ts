import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect } from 'vitest';
import { getDocument, replaceDocument } from '../../shared/data/documents/documents.ts';
import { dynamo } from '../../shared/data/table/client.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { type DeliveryItem, newDelivery } from '../../shared/data/webhooks/deliveries.ts';
import { createDeliveries, createDelivery } from '../../shared/data/webhooks/deliveryWrites.ts';
import { createEvent } from '../../shared/data/webhooks/events.ts';
import { commitChange } from '../../shared/events/commitChange.ts';
import { documentRecord } from '../../shared/events/records/documents.ts';
import { webhookTest } from '../../shared/events/records/webhooks.ts';
import { callWorker } from '../../shared/webhooks/callWorker.ts';
import { sharedWebhookStage } from '../support/stages/webhookStage.ts';
import { answering, openHook } from './hook.ts';
import { type Endpoint, isAnythingDue, Organization, testOn } from './organization.ts';

const stage = await sharedWebhookStage();
const test = testOn(stage);

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

/** Runs before each request to the table during a change. */
const steps = new AsyncLocalStorage<(operation: string) => Promise<void>>();
dynamo.middlewareStack.add(
  (next, { commandName = '' }) =>
    async (args) => {
      await steps.getStore()?.(commandName);
      return next(args);
    },
  { step: 'initialize', name: 'steps' },
);
// The client has sent commands already, and builds the middleware of each command only once. After `destroy` it builds the middleware
// again.
dynamo.destroy();

/** Commits a change of the organization's document as a handler does. Calls `before` before each request of the commit. */
async function changeWith(
  { documentId }: Organization,
  before: (request: number, operation: string) => Promise<void>,
): Promise<void> {
  const document = await getDocument(documentId);
  if (!document) throw new Error('there is no document');
  let request = 0;
  await steps.run(
    (operation) => steps.exit(() => before(++request, operation)),
    () =>
      commitChange({
        records: [documentRecord('document.updated', document, null)],
        writes: [replaceDocument(document)],
      }),
  );
}

/** The request that commits, in an organization without endpoints. The change looks for endpoints before it and after it. */
const commitsAt = 2;

describe('a first endpoint that is registered while a change is committed', () => {
  test.for([1, 2, 3])(
    'gets the event when it is registered before request %i',
    async (moment, { organization }) => {
      const hook = await openHook();

      await changeWith(organization, async (request) => {
        if (request === moment) await organization.register({ hook });
      });
      await stage.deliver();

      // An endpoint that is registered between the commit and request 3 gets the event too. Nobody relies on this.
      expect(hook.deliveries).toHaveLength(1);
      await stage.passTime(120_000);
      expect(hook.deliveries, 'once').toHaveLength(1);
    },
  );

  test.for([
    ['second look', 3],
    ['commit that fans it out', 4],
  ] as const)('gets the event even if the %s fails at first', async ([, failsAt], { organization, hook }) => {
    await changeWith(organization, async (request) => {
      if (request === commitsAt) await organization.register({ hook });
      if (request === failsAt) throw new Error('the store is away');
    });
    await stage.deliver();
    await stage.passTime(120_000);

    expect(hook.deliveries).toHaveLength(1);
  });

  test('does not get the event when it is registered after the last request', async ({ organization }) => {
    await changeWith(organization, async () => {});
    const endpoint = await organization.register();

    await stage.deliver();
    await stage.passTime(120_000);

    expect(endpoint.receiver.connections).toBe(0);
  });
});
