import { test } from 'vitest';
import type { ActorId, EventId, OrganizationId, WebhookId } from '../../../shared/contract/identifiers.ts';
import { encryptSecret } from '../../../shared/credentials/secrets.ts';
import { getOrganization } from '../../../shared/data/organizations/organizations.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { type DeliveryItem, newDelivery } from '../../../shared/data/webhooks/deliveries.ts';
import { createDelivery, replaceDelivery } from '../../../shared/data/webhooks/deliveryWrites.ts';
import { createEvent, newEvent, withoutFanOut } from '../../../shared/data/webhooks/events.ts';
import { listScheduled } from '../../../shared/data/webhooks/schedule.ts';
import {
  createWebhook,
  getWebhook,
  newWebhook,
  type WebhookItem,
} from '../../../shared/data/webhooks/webhooks.ts';
import { newSecret } from '../../../shared/webhooks/signature.ts';
import { founded, type Operator } from './operator.ts';

export interface Registered {
  readonly id: WebhookId;
  readonly organization: OrganizationId;
  readonly user: ActorId;
  readonly secret: string;
}

/** An endpoint in an organization of its own, stored as by `registerWebhook`. */
export async function registered(stage: Operator, given: Partial<WebhookItem> = {}): Promise<Registered> {
  const { organization, user } = await founded(stage);
  return { ...(await registeredIn(organization, user, given)), organization, user };
}

/**
 * A test with two fixtures. `founded`: an organization and its owner. `endpoint`: an endpoint in another organization, which also has an
 * owner.
 */
export const testOn = (stage: Operator) =>
  test.extend('founded', () => founded(stage)).extend('endpoint', () => registered(stage));

export async function registeredIn(
  organization_id: OrganizationId,
  created_by: ActorId,
  given: Partial<WebhookItem> = {},
) {
  const id = newId('whk');
  const secret = newSecret();
  const ciphertext = await encryptSecret(secret, { id, organization_id });
  const url = 'https://receiver.example/hooks';
  const own = { id, organization_id, url, events: ['*'], created_by, registered_by_staff: false };
  const first = newWebhook(own, ciphertext, Date.now());
  const webhook = { ...first, ...given };
  await retryOnConflict(async () => {
    const organization = await getOrganization(organization_id);
    if (!organization) throw new Error('no organization');
    await transact(createWebhook(webhook, organization));
  });
  return { id, secret };
}

/** Stores events with deliveries in the given states, oldest first. Resolves with the ids of the events. */
export async function deliveriesTo(
  { id, organization }: Pick<Registered, 'id' | 'organization'>,
  ...states: Partial<DeliveryItem>[]
): Promise<EventId[]> {
  const ids: EventId[] = [];
  for (const state of states) {
    const now = Date.now();
    const event = newEvent(
      {
        id: newId('evt'),
        organization_id: organization,
        type: 'document.created',
        visible_to: null,
        body: '{}',
      },
      now,
    );
    const isOver = (state.status ?? 'pending') !== 'pending';
    const delivery = newDelivery(event, id, now);
    await transact([createEvent(withoutFanOut(event)), ...createDelivery(delivery)]);
    // A delivery with another state has been attempted or skipped since it was created.
    const next = { ...delivery, next_attempt_at_ms: isOver ? null : now, ...state };
    if (Object.keys(state).length > 0) await transact(replaceDelivery(delivery, next));
    ids.push(event.id);
  }
  return ids;
}

/** Returns the deliveries in the order in which they will be attempted. */
export const schedule = async (id: WebhookId) =>
  (await listScheduled(id, 1000)).map(({ event_id, at_ms }) => ({ event_id, at_ms }));

export const storedWebhook = ({ id, organization }: Pick<Registered, 'id' | 'organization'>) =>
  getWebhook(organization, id);

/** Processes each message of the deliveries queue as a worker does. Resolves with the number of messages. */
export async function work(stage: Operator): Promise<number> {
  const bodies = await stage.takeMessages('deliveries');
  for (const body of bodies) await stage.invoke('deliverWebhook', { Records: [{ messageId: 'a', body }] });
  return bodies.length;
}
