import type { EventId, WebhookId } from '../../../shared/contract/identifiers.ts';
import type { Write } from '../../../shared/data/commit.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { getDelivery, type ShownDelivery } from '../../../shared/data/deliveries.ts';
import { getEvents } from '../../../shared/data/events.ts';
import { getLane, type Lane } from '../../../shared/data/lanes.ts';
import { getWebhook, type WebhookItem } from '../../../shared/data/webhooks.ts';
import { operator } from '../../../shared/events/describe.ts';
import { commitEndpoint } from '../../../shared/events/endpointUpdates.ts';
import { callWorker } from '../../../shared/webhooks/callWorker.ts';
import { eventReference, webhookReference } from '../arguments.ts';
import { Refusal } from '../refusal.ts';

export const webhookArgument = ['<webhook>', "the endpoint's id", webhookReference] as const;
export const eventArgument = ['<event>', "the event's id", eventReference] as const;
export const exampleWebhook = 'whk_01kb2x9c4e8m5t7v0q3r6w1y2z';
export const exampleEvent = 'evt_01kb2xd7rjw3c5n8q2v4x6z9ab';

/** An endpoint is named by its id alone: its lane says whose it is. Throws a Refusal when there is none. */
export async function existingWebhook(
  webhookId: WebhookId,
): Promise<{ readonly webhook: WebhookItem; readonly lane: Lane }> {
  const lane = await getLane(webhookId);
  const webhook = lane && (await getWebhook(lane.organization_id, webhookId));
  if (!lane || !webhook) throw noSuchWebhook(webhookId);
  return { webhook, lane };
}

export const noSuchWebhook = (webhookId: WebhookId): Refusal =>
  new Refusal(`There is no webhook endpoint ${webhookId}.`);

/**
 * Commits the next state of an endpoint; `next` answers with the endpoint itself when there is nothing to change. `others`
 * names writes of the same commit, from what was stored before `next` decides; `act` is what it is on record as. Throws a Refusal when
 * there is no endpoint.
 */
export const changeWebhook = (
  webhookId: WebhookId,
  next: (webhook: WebhookItem) => WebhookItem | Promise<WebhookItem>,
  others: (webhook: WebhookItem) => Promise<readonly Write[]> = async () => [],
  act?: 'webhook.updated' | 'webhook.secret_rotated',
) =>
  retryOnConflict(async () => {
    const { webhook: before, lane } = await existingWebhook(webhookId);
    const besides = await others(before);
    const after = await next(before);
    const committed = after === before ? before : await commitEndpoint(before, after, operator, besides, act);
    return { before, after: committed, lane };
  });

/** Throws a Refusal when there is none, or none any more. */
export async function existingDelivery(webhookId: WebhookId, eventId: EventId): Promise<ShownDelivery> {
  const [delivery, [found]] = await Promise.all([getDelivery(webhookId, eventId), getEvents(eventId)]);
  if (!found) throw new Refusal(`There is no event ${eventId}: it never was, or is more than 30 days old.`);
  if (!delivery)
    throw new Refusal(
      `${eventId} (${found.type}) is not for ${webhookId}: the endpoint did not subscribe to it, or must not be told of it.`,
    );
  return delivery;
}

/** Throws a Refusal when the endpoint is disabled: whatever became pending would only be skipped. */
export function requireEnabled({ id, disabled }: WebhookItem): void {
  if (disabled)
    throw new Refusal(
      `The endpoint ${id} is disabled (${disabled.reason}, since ${disabled.at}). Enable it first: webhooks enable ${id}${disabled.reason === 'registrar' ? ' --as <user>' : ''}`,
    );
}

/** Has somebody deliver what was just committed. Throws a Refusal when the endpoint was deleted. */
export async function deliverSoon(webhookId: WebhookId, now: number): Promise<void> {
  if (!(await callWorker(webhookId, now))) throw noSuchWebhook(webhookId);
}
