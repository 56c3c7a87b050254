import type { Command } from 'commander';
import type { WebhookId } from '../../../shared/contract/identifiers.ts';
import { commitWithActs } from '../../../shared/data/activity.ts';
import { firstUlidAt } from '../../../shared/data/ids.ts';
import type { WebhookItem } from '../../../shared/data/webhooks.ts';
import { actOf } from '../../../shared/events/acts.ts';
import { operator } from '../../../shared/events/describe.ts';
import { resendPages, statusesToResend } from '../../../shared/webhooks/resend.ts';
import { type Admin, readable } from '../admin.ts';
import { type Moment, since } from '../arguments.ts';
import { examples } from '../examples.ts';
import { Refusal } from '../refusal.ts';
import { deliverSoon, exampleWebhook, existingWebhook, requireEnabled, webhookArgument } from './lookups.ts';
import { sinceTime } from './since.ts';

export function addResendSince(webhooks: Command, admin: Admin): void {
  webhooks
    .command('resend-since')
    .description('Deliver once more what has failed or was skipped of the events since a point in time.')
    .argument(...webhookArgument)
    .argument('<when>', '30m, 12h, 7d (ago) or a date-time', since)
    .option('--all', 'what has succeeded, too: for a receiver that has lost what it got')
    .addHelpText('after', '\nIt can be interrupted and run again: what is pending already is left as it is.')
    .addHelpText(
      'after',
      examples(
        `webhooks resend-since ${exampleWebhook} 12h`,
        `webhooks resend-since ${exampleWebhook} 2026-11-21T09:30:00Z --all`,
      ),
    )
    .action((webhookId: WebhookId, when: Moment, { all }: { all?: true }) =>
      resendSince(admin, webhookId, when, all === true),
    );
}

async function resendSince(admin: Admin, webhookId: WebhookId, when: Moment, all: boolean): Promise<void> {
  const now = admin.now();
  const from = sinceTime('<when>', when, now);
  await admin.connect();
  const { organization_id } = await requireReceiver(webhookId);
  // It goes page by page, of which some may be sent and others not: what is on record is that it was begun.
  const about = { webhook_id: webhookId, since: new Date(from).toISOString(), all };
  await commitWithActs([actOf('webhook.deliveries_resent', organization_id, operator, about)], []);
  let resent = 0;
  let pending = 0;
  try {
    const statuses = statusesToResend(all);
    const selection = { webhook_id: webhookId, statuses, from: firstUlidAt(from) };
    for await (const page of resendPages(selection, now, () => requireReceiver(webhookId))) {
      resent += page.resent;
      pending += page.pending;
      // After each page, so that what was committed is under way whenever this is interrupted. A page that changed nothing
      // may have been committed by a run that was interrupted just here.
      if (page.resent + page.pending > 0) await deliverSoon(webhookId, admin.now());
    }
  } catch (error) {
    throw resent === 0 ? error : interrupted(resent, error);
  }
  const output = admin.output();
  output.record({
    webhook_id: webhookId,
    since: new Date(from).toISOString(),
    resent_deliveries: resent,
    already_pending_deliveries: pending,
  });
  if (resent > 0)
    output.note(`What comes of it: webhooks deliveries ${webhookId} --since ${new Date(from).toISOString()}`);
}

/** Returns an endpoint. Throws a Refusal when nothing must be sent to it. */
async function requireReceiver(webhookId: WebhookId): Promise<WebhookItem> {
  const { webhook } = await existingWebhook(webhookId);
  requireEnabled(webhook);
  return webhook;
}

const interrupted = (resent: number, error: unknown): Refusal =>
  new Refusal(
    `${readable(error)} Until then ${resent} were made pending: run the command again for the rest.`,
  );
