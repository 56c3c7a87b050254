import { afterAll, describe, expect, test } from 'vitest';
import { commit } from '../../../shared/data/commit.ts';
import {
  createDelivery,
  getDelivery,
  loadDeliveries,
  newDelivery,
  replaceDelivery,
} from '../../../shared/data/deliveries.ts';
import { listDueWork } from '../../../shared/data/due.ts';
import { createEvent, newEvent } from '../../../shared/data/events.ts';
import { newId } from '../../../shared/data/ids.ts';
import { finishLane, getLane, resignLane, takeLane, wakeLane } from '../../../shared/data/lanes.ts';
import { getOrganization } from '../../../shared/data/organizations.ts';
import { listScheduled } from '../../../shared/data/schedule.ts';
import { createWebhook, type WebhookItem } from '../../../shared/data/webhooks.ts';
import { storedOrganization } from '../../support/people.ts';
import { openStage } from '../../support/stage.ts';

const { close } = await openStage();
afterAll(close);

const leaseMilliseconds = 60_000;
const well = { failing_since: null, is_slow: false };
const aMoment = (most: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * most));

async function storedWebhook(): Promise<WebhookItem> {
  const { id: organization_id, owner } = await storedOrganization();
  const organization = await getOrganization(organization_id);
  if (!organization) throw new Error('no organization');
  const webhook: WebhookItem = {
    id: newId('whk'),
    organization_id,
    url: 'https://receiver.example/',
    events: ['*'],
    created_by: owner.id,
    secrets: [],
    enabled_at: 0,
    disabled: null,
    revision: 1,
  };
  await commit(...createWebhook(webhook, organization));
  return webhook;
}

async function storedDelivery(webhook: WebhookItem): Promise<string> {
  const id = newId('evt');
  const { organization_id } = webhook;
  const event = newEvent(
    { id, organization_id, type: 'webhook.test', visible_to: null, body: '{}' },
    Date.now(),
  );
  await commit(createEvent(event), ...createDelivery(newDelivery(event, webhook, Date.now())));
  return id;
}

/** What is due by `at`, of this endpoint. */
const dueBy = async ({ id }: WebhookItem, at: number) =>
  (await listDueWork(at, 1000)).filter(({ task }) => task.kind === 'deliver' && task.webhook_id === id);

describe('a lane', () => {
  test('belongs to one worker at a time', async () => {
    const { id } = await storedWebhook();
    const now = Date.now();

    const taken = await Promise.all(
      ['a', 'b', 'c', 'd'].map((worker) => takeLane(id, worker, now, now + leaseMilliseconds)),
    );

    expect(taken.filter((lane) => lane !== undefined)).toHaveLength(1);
  });

  test('can be taken when the lease of a dead worker is over, and is lost to that one', async () => {
    const { id } = await storedWebhook();
    const now = Date.now();
    const dead = await takeLane(id, 'dead', now, now + leaseMilliseconds);

    expect(await takeLane(id, 'too soon', now, now + leaseMilliseconds)).toBeUndefined();
    const next = await takeLane(id, 'next', now + leaseMilliseconds, now + 2 * leaseMilliseconds);

    expect(next).toMatchObject({ lease_id: 'next' });
    if (!dead || !next) throw new Error('not taken');
    expect(await finishLane(dead, well, undefined)).toBe(false);
    expect(await resignLane(dead, well, now)).toBe(false);
    expect(await finishLane(next, well, undefined)).toBe(true);
  });

  test('is taken again by who has it already, because the answer was lost', async () => {
    const { id } = await storedWebhook();
    const now = Date.now();
    await takeLane(id, 'worker', now, now + leaseMilliseconds);

    expect(await takeLane(id, 'worker', now, now + leaseMilliseconds)).toMatchObject({ lease_id: 'worker' });
    expect(await takeLane(id, 'another', now, now + leaseMilliseconds)).toBeUndefined();
  });

  test('stays due while a worker has it, until the worker is done', async () => {
    const webhook = await storedWebhook();
    const now = Date.now();
    const lane = await takeLane(webhook.id, 'worker', now, now + leaseMilliseconds);
    if (!lane) throw new Error('not taken');

    expect(await dueBy(webhook, now + leaseMilliseconds - 1)).toEqual([]);
    expect(await dueBy(webhook, now + leaseMilliseconds + 2000)).toHaveLength(1);
    await finishLane(lane, well, now + 1000);
    expect(await dueBy(webhook, now + 1000)).toHaveLength(1);

    const again = await takeLane(webhook.id, 'worker', now, now + leaseMilliseconds);
    await finishLane(again ?? lane, well, undefined);
    expect(await dueBy(webhook, Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  test('cannot be finished when it was woken since the worker looked', async () => {
    const { id } = await storedWebhook();
    const now = Date.now();
    const lane = await takeLane(id, 'worker', now, now + leaseMilliseconds);
    if (!lane) throw new Error('not taken');

    expect(await wakeLane(id, now)).toEqual({ summon: false, is_slow: false });
    expect(await finishLane(lane, well, undefined)).toBe(false);
    const current = await getLane(id);
    expect(current).toMatchObject({ lease_id: 'worker' });
    expect(await finishLane(current ?? lane, well, undefined)).toBe(true);
  });

  test('calls for one worker, however often it is woken, and again when that one does not come', async () => {
    const webhook = await storedWebhook();
    const now = Date.now();

    expect(await wakeLane(webhook.id, now)).toMatchObject({ summon: true });
    expect(await wakeLane(webhook.id, now + 1000)).toMatchObject({ summon: false });
    expect(await dueBy(webhook, now + 61_000)).toHaveLength(1);
    expect(await wakeLane(webhook.id, now + 60_000)).toMatchObject({ summon: true });
  });

  test('that is not there cannot be woken or taken', async () => {
    const id = newId('whk');

    expect(await wakeLane(id, Date.now())).toBeUndefined();
    expect(await takeLane(id, 'worker', Date.now(), Date.now() + 1000)).toBeUndefined();
  });
});

/**
 * Deliveries are committed, lanes woken and workers called for as the service does it, all at once; every message arrives
 * late, some twice, and no sweep ever comes.
 */
describe('whatever happens at the same time', () => {
  test.for([1, 2, 3, 4])('no delivery is left behind, run %i', async () => {
    const webhook = await storedWebhook();
    const messages: Promise<void>[] = [];
    const summon = () => messages.push(aMoment(20).then(() => work(webhook, summon)));

    const events = await Promise.all(
      Array.from({ length: 40 }, async () => {
        await aMoment(300);
        const event = await storedDelivery(webhook);
        await aMoment(5);
        if ((await wakeLane(webhook.id, Date.now()))?.summon) {
          summon();
          if (Math.random() < 0.2) summon();
        }
        return event;
      }),
    );
    for (let done = 0; done < messages.length; done++) await messages[done];

    const deliveries = await Promise.all(events.map((event) => getDelivery(webhook.id, event)));
    for (const delivery of deliveries)
      expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 1 });
    expect(await listScheduled(webhook.id, 10)).toEqual([]);
    expect(await dueBy(webhook, Number.MAX_SAFE_INTEGER)).toEqual([]);
  });
});

/** A worker that goes home now and then with work left. */
async function work({ id }: WebhookItem, summon: () => void): Promise<void> {
  let lane = await takeLane(id, crypto.randomUUID(), Date.now(), Date.now() + leaseMilliseconds);
  while (lane) {
    const scheduled = await listScheduled(id, 3);
    await aMoment(10);
    if (scheduled.length === 0) {
      if (await finishLane(lane, well, undefined)) return;
      lane = await getLane(id);
    } else if (Math.random() < 0.2) {
      if (await resignLane(lane, well, Date.now())) summon();
      return;
    } else {
      for (const { delivery } of await loadDeliveries(id, scheduled))
        if (delivery)
          await commit(
            ...replaceDelivery(delivery, {
              ...delivery,
              status: 'succeeded',
              attempt_count: delivery.attempt_count + 1,
              next_attempt_at: null,
            }),
          );
    }
  }
}
