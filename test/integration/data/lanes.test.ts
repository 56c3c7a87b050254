import { describe, expect, test } from 'vitest';
import type { EventId } from '../../../shared/contract/identifiers.ts';
import { getOrganization } from '../../../shared/data/organizations/organizations.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { getDelivery, loadDeliveries, newDelivery } from '../../../shared/data/webhooks/deliveries.ts';
import { createDelivery, replaceDelivery } from '../../../shared/data/webhooks/deliveryWrites.ts';
import { createEvent, newEvent } from '../../../shared/data/webhooks/events.ts';
import {
  acquireLane,
  getLane,
  releaseBusyLane,
  releaseIdleLane,
  wakeLane,
} from '../../../shared/data/webhooks/lanes.ts';
import { listScheduled } from '../../../shared/data/webhooks/schedule.ts';
import { createWebhook, newWebhook, type WebhookItem } from '../../../shared/data/webhooks/webhooks.ts';
import { listDueWork } from '../../../shared/data/work/due.ts';
import { storedOrganization } from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const { catchUp } = await sharedStage();

const leaseMilliseconds = 60_000;
const well = { failing_since_ms: null, is_slow: false };
const aMoment = (most: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * most));

async function storedWebhook(): Promise<WebhookItem> {
  const { id: organization_id, owner } = await storedOrganization();
  const organization = await getOrganization(organization_id);
  if (!organization) throw new Error('no organization');
  const given = {
    organization_id,
    url: 'https://receiver.example/',
    events: ['*'],
    created_by: owner.id,
    registered_by_staff: false,
  };
  const webhook = newWebhook({ id: newId('whk'), ...given }, '', Date.now());
  await transact(createWebhook(webhook, organization));
  return webhook;
}

async function storedDelivery(webhook: WebhookItem): Promise<EventId> {
  const id = newId('evt');
  const { organization_id } = webhook;
  const event = newEvent(
    { id, organization_id, type: 'webhook.test', visible_to: null, body: '{}' },
    Date.now(),
  );
  await transact([createEvent(event), ...createDelivery(newDelivery(event, webhook.id, Date.now()))]);
  return id;
}

async function dueBy({ id }: WebhookItem, at: number) {
  await catchUp();
  const due = await listDueWork(at, 1000, false);
  return due.filter(({ task }) => task.kind === 'deliver' && task.webhook_id === id);
}

describe('a lane', () => {
  test('belongs to one worker at a time', async () => {
    const { id } = await storedWebhook();
    const now = Date.now();

    const taken = await Promise.all(
      ['a', 'b', 'c', 'd'].map((worker) => acquireLane(id, worker, now, now + leaseMilliseconds)),
    );

    const [lane, ...others] = taken.filter((one) => one !== undefined);
    expect(others).toEqual([]);
    // An answer may have been lost, so the same worker gets it again.
    const again = await acquireLane(id, lane?.lease?.id ?? '', now, now + leaseMilliseconds);
    expect(again).toMatchObject({ lease: { id: lane?.lease?.id } });
  });

  test('can be taken when the lease of a dead worker is over, and then the dead worker has lost it', async () => {
    const { id } = await storedWebhook();
    const now = Date.now();
    const dead = await acquireLane(id, 'dead', now, now + leaseMilliseconds);

    expect(await acquireLane(id, 'too soon', now, now + leaseMilliseconds)).toBeUndefined();
    const next = await acquireLane(id, 'next', now + leaseMilliseconds, now + 2 * leaseMilliseconds);

    expect(next).toMatchObject({ lease: { id: 'next' } });
    if (!dead || !next) throw new Error('not taken');
    expect(await releaseIdleLane(dead, well, undefined)).toBe(false);
    expect(await releaseBusyLane(dead, well, now)).toBe(false);
    expect(await releaseIdleLane(next, well, undefined)).toBe(true);
  });

  test('stays due while a worker holds it', async () => {
    const webhook = await storedWebhook();
    const now = Date.now();
    const lane = await acquireLane(webhook.id, 'worker', now, now + leaseMilliseconds);
    if (!lane) throw new Error('not taken');

    expect(await dueBy(webhook, now + leaseMilliseconds - 1)).toEqual([]);
    expect(await dueBy(webhook, now + leaseMilliseconds + 2000)).toHaveLength(1);
    await releaseIdleLane(lane, well, now + 1000);
    expect(await dueBy(webhook, now + 1000)).toHaveLength(1);

    const again = await acquireLane(webhook.id, 'worker', now, now + leaseMilliseconds);
    await releaseIdleLane(again ?? lane, well, undefined);
    expect(await dueBy(webhook, Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  test('is not released when it was woken after the worker last looked', async () => {
    const { id } = await storedWebhook();
    const now = Date.now();
    const lane = await acquireLane(id, 'worker', now, now + leaseMilliseconds);
    if (!lane) throw new Error('not taken');

    expect(await wakeLane(id, now)).toEqual({ needsWorker: false, is_slow: false });
    expect(await releaseIdleLane(lane, well, undefined)).toBe(false);
    const current = await getLane(id);
    expect(current).toMatchObject({ lease: { id: 'worker' } });
    expect(await releaseIdleLane({ ...lane, ...current, lease: lane.lease }, well, undefined)).toBe(true);
  });

  test('calls for one worker for any number of wakings, and again when that worker does not come', async () => {
    const webhook = await storedWebhook();
    const now = Date.now();

    expect(await wakeLane(webhook.id, now)).toMatchObject({ needsWorker: true });
    expect(await wakeLane(webhook.id, now + 1000)).toMatchObject({ needsWorker: false });
    expect(await dueBy(webhook, now + 61_000)).toHaveLength(1);
    expect(await wakeLane(webhook.id, now + 60_000)).toMatchObject({ needsWorker: true });
  });
});

/**
 * Commits deliveries, wakes lanes and calls for workers like the service, all at once. Every message is late,
 * some come twice, and there is no sweep.
 */
describe('a lane under load', () => {
  test.for([1, 2])('leaves no delivery pending, run %i', async () => {
    const webhook = await storedWebhook();
    const messages: Promise<void>[] = [];
    const callWorker = () => messages.push(aMoment(20).then(() => work(webhook, callWorker)));

    const events = await Promise.all(
      Array.from({ length: 40 }, async () => {
        await aMoment(300);
        const event = await storedDelivery(webhook);
        await aMoment(5);
        if ((await wakeLane(webhook.id, Date.now()))?.needsWorker) {
          callWorker();
          if (Math.random() < 0.2) callWorker();
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

/** A worker that sometimes stops with work left. */
async function work({ id }: WebhookItem, callWorker: () => void): Promise<void> {
  let lane = await acquireLane(id, crypto.randomUUID(), Date.now(), Date.now() + leaseMilliseconds);
  while (lane) {
    const scheduled = await listScheduled(id, 3);
    await aMoment(10);
    if (scheduled.length === 0) {
      if (await releaseIdleLane(lane, well, undefined)) return;
      lane = { ...lane, ...(await getLane(id)), lease: lane.lease };
    } else if (Math.random() < 0.2) {
      if (await releaseBusyLane(lane, well, Date.now())) callWorker();
      return;
    } else {
      for (const { delivery } of await loadDeliveries(id, scheduled))
        if (delivery)
          await transact(
            replaceDelivery(delivery, {
              ...delivery,
              status: 'succeeded',
              attempt_count: delivery.attempt_count + 1,
              next_attempt_at_ms: null,
            }),
          );
    }
  }
}
