import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { EventId, WebhookId } from '../../../shared/contract/identifiers.ts';
import type { AttemptItem } from '../../../shared/data/attempts.ts';
import { commit } from '../../../shared/data/commit.ts';
import { listAttempts } from '../../../shared/data/deliveryLists.ts';
import { markActivity } from '../../../shared/events/activityLists.ts';
import { operator } from '../../../shared/events/describe.ts';
import { delivering } from '../../../shared/webhooks/callWorker.ts';
import { newTest } from '../../../shared/webhooks/resend.ts';
import type { Admin } from '../admin.ts';
import { examples } from '../examples.ts';
import { Refusal } from '../refusal.ts';
import { exampleWebhook, existingWebhook, requireEnabled, webhookArgument } from './lookups.ts';
import { attemptBlanks, presentAttempt, presentDelivery } from './records.ts';

/** Twice as long as an endpoint has to answer. */
const patienceMilliseconds = 30_000;
const lookEveryMilliseconds = 250;

export function addTest(webhooks: Command, admin: Admin): void {
  webhooks
    .command('test')
    .description('Send an endpoint a webhook.test event, whatever it subscribes to.')
    .argument(...webhookArgument)
    .option('--wait', 'wait up to 30 seconds for the first attempt; exit with 1 unless it succeeds')
    .addHelpText('after', examples(`webhooks test ${exampleWebhook} --wait`))
    .action((webhookId: WebhookId, { wait }: { wait?: true }) => sendTest(admin, webhookId, wait === true));
}

async function sendTest(admin: Admin, webhookId: WebhookId, wait: boolean): Promise<void> {
  await admin.connect();
  const { webhook } = await existingWebhook(webhookId);
  requireEnabled(webhook);
  const { delivery, writes } = newTest(webhook, operator, admin.now());
  await markActivity(webhook.organization_id);
  await delivering(webhookId, () => commit(writes));

  const output = admin.output();
  const attemptsCommand = `webhooks attempts ${webhookId} ${delivery.event_id}`;
  if (!wait) {
    output.record(presentDelivery(delivery));
    output.note(`What comes of it: ${attemptsCommand}`);
    return;
  }
  const attempt = await firstAttempt(webhookId, delivery.event_id);
  if (!attempt)
    throw new Refusal(
      `No attempt at ${delivery.event_id} within 30 seconds; it will still be made. What comes of it: ${attemptsCommand}`,
    );
  output.record(presentAttempt(attempt), attemptBlanks);
  if (!attempt.succeeded)
    throw new Refusal(
      `The attempt failed: ${attempt.error?.message ?? `it was answered ${attempt.status_code}.`}`,
    );
}

async function firstAttempt(webhookId: WebhookId, eventId: EventId): Promise<AttemptItem | undefined> {
  const deadline = Date.now() + patienceMilliseconds;
  for (;;) {
    const [attempt] = await listAttempts(webhookId, eventId);
    if (attempt || Date.now() > deadline) return attempt;
    await delay(lookEveryMilliseconds);
  }
}
