import { withoutAnswer } from '../../../shared/acts/answering.ts';
import { enabledEndpoint } from '../../../shared/acts/enabledEndpoint.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { resendDeliveries } from '../../../shared/acts/resendDeliveries.ts';
import { resendDelivery } from '../../../shared/acts/resendDelivery.ts';
import type { EventId, WebhookId } from '../../../shared/contract/identifiers.ts';
import { operator } from '../../../shared/events/records/record.ts';
import { type Admin, readable } from '../commandLine/admin.ts';
import type { Moment } from '../commandLine/arguments.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { endpointRefusals, existingDelivery, existingWebhook, sinceTime } from './lookups.ts';
import { dateTimeOf, presentDelivery } from './records.ts';

export async function resend({ output, now }: Admin, webhookId: WebhookId, eventId: EventId): Promise<void> {
  const { webhook } = await existingWebhook(webhookId);
  const { next_attempt_at_ms } = await existingDelivery(webhookId, eventId);
  if (next_attempt_at_ms !== null && next_attempt_at_ms > now)
    throw new Refusal(
      `${eventId} is already pending: its next attempt is due at ${dateTimeOf(next_attempt_at_ms)}.`,
    );
  const outcome = await resendDelivery(
    { organizationId: webhook.organization_id, webhookId, eventId, by: operator, now },
    withoutAnswer,
  );
  const delivery = accepted(outcome, {
    ...endpointRefusals(webhookId),
    no_delivery: () => new Refusal(`${eventId} expired just now.`),
  });

  output.record(presentDelivery(delivery));
  if (next_attempt_at_ms !== null) output.note('It was already pending and due. A worker was called again.');
  output.note(`To see the result: webhooks attempts ${webhookId} ${eventId}`);
}

export async function resendSince(
  { output, now }: Admin,
  webhookId: WebhookId,
  when: Moment,
  { all }: { all?: true },
): Promise<void> {
  const from = sinceTime('<when>', when, now);
  const load = async () =>
    accepted(enabledEndpoint((await existingWebhook(webhookId)).webhook), endpointRefusals(webhookId));
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
    if (resent === 0) throw error;
    throw new Refusal(
      `${readable(error)} Before that, ${resent} deliveries were made pending. Run the command again for the rest.`,
    );
  }
  output.record({
    webhook_id: webhookId,
    since,
    resent_deliveries: resent,
    already_pending_deliveries: pending,
  });
  if (resent > 0) output.note(`To see the results: webhooks deliveries ${webhookId} --since ${since}`);
}
