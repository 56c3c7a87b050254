import { withoutAnswer } from '../../../shared/acts/answering.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { resendDelivery } from '../../../shared/acts/resendDelivery.ts';
import type { EventId, WebhookId } from '../../../shared/contract/identifiers.ts';
import { operator } from '../../../shared/events/records.ts';
import type { Admin } from '../admin.ts';
import { Refusal } from '../refusal.ts';
import { existingDelivery, existingWebhook, unlessEnabled } from './lookups.ts';
import { dateTimeOf, presentDelivery } from './records.ts';

export async function resend({ output, now }: Admin, webhookId: WebhookId, eventId: EventId): Promise<void> {
  const { webhook } = await existingWebhook(webhookId);
  const { next_attempt_at_ms } = await existingDelivery(webhookId, eventId);
  if (next_attempt_at_ms !== null && next_attempt_at_ms > now)
    throw new Refusal(
      `${eventId} is pending already: its next attempt is due at ${dateTimeOf(next_attempt_at_ms)}.`,
    );
  const outcome = await resendDelivery(
    { organizationId: webhook.organization_id, webhookId, eventId, by: operator, now },
    withoutAnswer,
  );
  const delivery = accepted(outcome, {
    ...unlessEnabled(webhookId),
    no_delivery: () => new Refusal(`${eventId} expired just now.`),
  });

  output.record(presentDelivery(delivery));
  if (next_attempt_at_ms !== null)
    output.note('It was pending already, and due. A worker is called for once more.');
  output.note(`What comes of it: webhooks attempts ${webhookId} ${eventId}`);
}
