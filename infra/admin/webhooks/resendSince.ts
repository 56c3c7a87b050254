import { enabledEndpoint } from '../../../shared/acts/enabledEndpoint.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { resendDeliveries } from '../../../shared/acts/resendDeliveries.ts';
import type { WebhookId } from '../../../shared/contract/identifiers.ts';
import { operator } from '../../../shared/events/records.ts';
import { type Admin, readable } from '../admin.ts';
import type { Moment } from '../arguments.ts';
import { Refusal } from '../refusal.ts';
import { existingWebhook, sinceTime, unlessEnabled } from './lookups.ts';

export async function resendSince(
  { output, now }: Admin,
  webhookId: WebhookId,
  when: Moment,
  { all }: { all?: true },
): Promise<void> {
  const from = sinceTime('<when>', when, now);
  const load = async () =>
    accepted(enabledEndpoint((await existingWebhook(webhookId)).webhook), unlessEnabled(webhookId));
  const since = new Date(from).toISOString();
  let resent = 0;
  let pending = 0;
  try {
    for await (const page of resendDeliveries({
      webhookId,
      since,
      all: all === true,
      by: operator,
      now,
      load,
    })) {
      resent += page.resent;
      pending += page.pending;
    }
  } catch (error) {
    throw resent === 0 ? error : interrupted(resent, error);
  }
  output.record({
    webhook_id: webhookId,
    since,
    resent_deliveries: resent,
    already_pending_deliveries: pending,
  });
  if (resent > 0) output.note(`What comes of it: webhooks deliveries ${webhookId} --since ${since}`);
}

const interrupted = (resent: number, error: unknown): Refusal =>
  new Refusal(
    `${readable(error)} Until then ${resent} were made pending: run the command again for the rest.`,
  );
