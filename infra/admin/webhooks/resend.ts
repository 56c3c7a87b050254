import type { Command } from 'commander';
import type { Admin } from '../admin.ts';
import { eventReference } from '../arguments.ts';
import { Refusal } from '../refusal.ts';
import {
  deliverSoon,
  exampleEvent,
  exampleWebhook,
  existingDelivery,
  existingWebhook,
  requireEnabled,
  webhookArgument,
} from './lookups.ts';
import { presentDelivery } from './records.ts';

export function addResend(webhooks: Command, admin: Admin): void {
  webhooks
    .command('resend')
    .description('Deliver an event once more, at once. It keeps its id, and gets all its retries again.')
    .argument(...webhookArgument)
    .argument('<event>', "the event's id", eventReference)
    .addHelpText(
      'after',
      `
Only what is over can be sent again: pending deliveries are attempted when they are due.

Example:
  npm run admin -- webhooks resend ${exampleWebhook} ${exampleEvent}`,
    )
    .action((id: string, event: string) => resend(admin, id, event));
}

async function resend(admin: Admin, id: string, event: string): Promise<void> {
  const stage = await admin.connect();
  const { data } = stage;
  const now = admin.now();
  const { delivery, wasPending } = await data.retryOnConflict(async () => {
    const { webhook } = await existingWebhook(data, id);
    requireEnabled(webhook);
    const before = await existingDelivery(data, id, event);
    if (before.next_attempt_at !== null) return { delivery: before, wasPending: true };
    const next = data.pendingAgain(before, now);
    await data.commit(...data.replaceDelivery(before, next));
    return { delivery: next, wasPending: false };
  });
  if (wasPending && (delivery.next_attempt_at ?? 0) > now)
    throw new Refusal(
      `${event} is pending already: its next attempt is due at ${presentDelivery(data, delivery).next_attempt_at}.`,
    );
  // Also for what was due already: whoever made it so may have been cut off before this.
  await deliverSoon(stage, id, now);

  const output = admin.output();
  output.record(presentDelivery(data, delivery));
  if (wasPending) output.note('It was pending already, and due. A worker is called for once more.');
  output.note(`What comes of it: webhooks attempts ${id} ${event}`);
}
