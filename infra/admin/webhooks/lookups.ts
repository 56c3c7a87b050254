import type { EventId, WebhookId } from '../../../shared/contract/identifiers.ts';
import { getDelivery, type ShownDelivery } from '../../../shared/data/webhooks/deliveries.ts';
import { getEvents } from '../../../shared/data/webhooks/events.ts';
import { getLane, type Lane } from '../../../shared/data/webhooks/lanes.ts';
import { getWebhook, type WebhookItem } from '../../../shared/data/webhooks/webhooks.ts';
import type { Moment } from '../commandLine/arguments.ts';
import { type Output, printable } from '../commandLine/output.ts';
import { Refusal } from '../commandLine/refusal.ts';

/** Returns an endpoint by its id. The organization comes from the endpoint's lane. Throws a Refusal for an unknown endpoint. */
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

/** Returns a delivery. Throws a Refusal when the event or the delivery does not exist, or was removed. */
export async function existingDelivery(webhookId: WebhookId, eventId: EventId): Promise<ShownDelivery> {
  const [delivery, [found]] = await Promise.all([getDelivery(webhookId, eventId), getEvents(eventId)]);
  if (!found)
    throw new Refusal(`There is no event ${eventId}: it never existed, or is more than 30 days old.`);
  if (!delivery)
    throw new Refusal(
      `${eventId} (${found.type}) is not for ${webhookId}: the endpoint did not subscribe to it, or may not receive it.`,
    );
  return delivery;
}

/** The Refusals for an endpoint that does not exist or is disabled. New deliveries to a disabled endpoint would be skipped. */
export const endpointRefusals = (webhookId: WebhookId) => ({
  no_endpoint: () => noSuchWebhook(webhookId),
  endpoint_disabled: ({ id, disabled }: WebhookItem) =>
    new Refusal(
      `The endpoint ${id} is disabled (${disabled?.reason}, since ${disabled?.at}). Enable it first: webhooks enable ${id}${disabled?.reason === 'registrar' ? ' --as <user>' : ''}`,
    ),
});

/** Returns a time in epoch milliseconds. Throws a Refusal that names the parameter if the time is in the future. */
export function sinceTime(parameter: string, since: Moment, now: number): number {
  const at = since(now);
  if (at > now) throw new Refusal(`${parameter} must be in the past.`);
  return at;
}

/** Prints which endpoints stop because their registrars may no longer manage them, and returns the ids of these endpoints. */
export const noteDisabled = (output: Output, endpoints: readonly WebhookItem[]): WebhookId[] =>
  endpoints.map(({ id, url }) => {
    output.note(
      `The webhook endpoint ${id} (${printable(url)}) stops. To start it again: webhooks enable ${id} --as <user>`,
    );
    return id;
  });
