import type { DeliveryItem } from '../../../shared/data/deliveries.ts';
import type { Lane } from '../../../shared/data/lanes.ts';
import type { WebhookItem } from '../../../shared/data/webhooks.ts';
import { webhookReference } from '../arguments.ts';
import { Refusal } from '../refusal.ts';
import type { Data, Stage } from '../stage.ts';

export const webhookArgument = ['<webhook>', "the endpoint's id", webhookReference] as const;
export const exampleWebhook = 'whk_01kb2x9c4e8m5t7v0q3r6w1y2z';
export const exampleEvent = 'evt_01kb2xd7rjw3c5n8q2v4x6z9ab';

/** An endpoint is named by its id alone: its lane says whose it is. Throws a Refusal when there is none. */
export async function existingWebhook(
  data: Data,
  id: string,
): Promise<{ readonly webhook: WebhookItem; readonly lane: Lane }> {
  const lane = await data.getLane(id);
  const webhook = lane && (await data.getWebhook(lane.organization_id, id));
  if (!lane || !webhook) throw noSuchWebhook(id);
  return { webhook, lane };
}

export const noSuchWebhook = (id: string): Refusal => new Refusal(`There is no webhook endpoint ${id}.`);

/** Throws a Refusal when there is none, or none any more. */
export async function existingDelivery(data: Data, id: string, event: string): Promise<DeliveryItem> {
  const [delivery, [found]] = await Promise.all([data.getDelivery(id, event), data.getEvents(event)]);
  if (!found) throw new Refusal(`There is no event ${event}: it never was, or is more than 30 days old.`);
  if (!delivery)
    throw new Refusal(
      `${event} (${found.type}) is not for ${id}: the endpoint did not subscribe to it, or must not be told of it.`,
    );
  return delivery;
}

/** Throws a Refusal when the endpoint is disabled: whatever became pending would only be skipped. */
export function requireEnabled({ id, disabled }: WebhookItem): void {
  if (disabled)
    throw new Refusal(
      `The endpoint ${id} is disabled (${disabled.reason}, since ${disabled.at}). Enable it first: webhooks enable ${id}`,
    );
}

/** Has somebody deliver what was just committed. Throws a Refusal when the endpoint was deleted. */
export async function deliverSoon({ callForWorker }: Stage, id: string, now: number): Promise<void> {
  if (!(await callForWorker(id, now))) throw noSuchWebhook(id);
}
