import type { EventId, WebhookId } from '../../../shared/contract/identifiers.ts';
import { getDelivery, type ShownDelivery } from '../../../shared/data/deliveries.ts';
import { getEvents } from '../../../shared/data/events.ts';
import { getLane, type Lane } from '../../../shared/data/lanes.ts';
import { getWebhook, type WebhookItem } from '../../../shared/data/webhooks.ts';
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

/** The Refusals for an endpoint that nothing can be sent to: whatever became pending would only be skipped. */
export const unlessEnabled = (webhookId: WebhookId) => ({
  no_endpoint: () => noSuchWebhook(webhookId),
  endpoint_disabled: ({ id, disabled }: WebhookItem) =>
    new Refusal(
      `The endpoint ${id} is disabled (${disabled?.reason}, since ${disabled?.at}). Enable it first: webhooks enable ${id}${disabled?.reason === 'registrar' ? ' --as <user>' : ''}`,
    ),
});
