import type { Command } from 'commander';
import type { EventId, WebhookId } from '../../../shared/contract/identifiers.ts';
import { commitWithActs } from '../../../shared/data/activity.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { actOf } from '../../../shared/events/acts.ts';
import { operator } from '../../../shared/events/describe.ts';
import { resending } from '../../../shared/webhooks/resend.ts';
import type { Admin } from '../admin.ts';
import { examples } from '../examples.ts';
import { Refusal } from '../refusal.ts';
import {
  deliverSoon,
  eventArgument,
  exampleEvent,
  exampleWebhook,
  existingDelivery,
  existingWebhook,
  requireEnabled,
  webhookArgument,
} from './lookups.ts';
import { dateTimeOf, presentDelivery } from './records.ts';

export function addResend(webhooks: Command, admin: Admin): void {
  webhooks
    .command('resend')
    .description('Deliver an event once more, at once. It keeps its id, and gets all its retries again.')
    .argument(...webhookArgument)
    .argument(...eventArgument)
    .addHelpText(
      'after',
      '\nOnly what is over can be sent again: pending deliveries are attempted when they are due.',
    )
    .addHelpText('after', examples(`webhooks resend ${exampleWebhook} ${exampleEvent}`))
    .action((webhookId: WebhookId, eventId: EventId) => resend(admin, webhookId, eventId));
}

async function resend(admin: Admin, webhookId: WebhookId, eventId: EventId): Promise<void> {
  await admin.connect();
  const now = admin.now();
  const { delivery, wasPending } = await retryOnConflict(async () => {
    const { webhook } = await existingWebhook(webhookId);
    requireEnabled(webhook);
    const before = await existingDelivery(webhookId, eventId);
    if (before.next_attempt_at_ms !== null) return { delivery: before, wasPending: true };
    const { delivery, writes } = resending(before, now);
    const about = { webhook_id: webhookId, event_id: eventId };
    const act = actOf('webhook.deliveries_resent', webhook.organization_id, operator, about);
    await commitWithActs([act], writes);
    return { delivery, wasPending: false };
  });
  if (wasPending && (delivery.next_attempt_at_ms ?? 0) > now)
    throw new Refusal(
      `${eventId} is pending already: its next attempt is due at ${dateTimeOf(delivery.next_attempt_at_ms)}.`,
    );
  // Also for what was due already: whoever made it so may have been cut off before this.
  await deliverSoon(webhookId, now);

  const output = admin.output();
  output.record(presentDelivery(delivery));
  if (wasPending) output.note('It was pending already, and due. A worker is called for once more.');
  output.note(`What comes of it: webhooks attempts ${webhookId} ${eventId}`);
}
