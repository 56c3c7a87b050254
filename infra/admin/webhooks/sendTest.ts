import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { AttemptItem } from '../../../shared/data/deliveries.ts';
import type { Admin } from '../admin.ts';
import { Refusal } from '../refusal.ts';
import type { Data } from '../stage.ts';
import { deliverSoon, exampleWebhook, existingWebhook, requireEnabled, webhookArgument } from './lookups.ts';
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
    .addHelpText('after', `\nExample:\n  npm run admin -- webhooks test ${exampleWebhook} --wait`)
    .action((id: string, { wait }: { wait?: true }) => sendTest(admin, id, wait === true));
}

async function sendTest(admin: Admin, id: string, wait: boolean): Promise<void> {
  const stage = await admin.connect();
  const { data, events } = stage;
  const { webhook } = await existingWebhook(data, id);
  requireEnabled(webhook);
  const event = data.fannedOut(events.testEvent(webhook), [id]);
  const delivery = data.newDelivery(event, webhook, admin.now());
  await data.commit(data.createEvent(event), ...data.createDelivery(delivery));
  await deliverSoon(stage, id, admin.now());

  const output = admin.output();
  const attemptsCommand = `webhooks attempts ${id} ${event.id}`;
  if (!wait) {
    output.record(presentDelivery(data, delivery));
    output.note(`What comes of it: ${attemptsCommand}`);
    return;
  }
  const attempt = await firstAttempt(data, id, event.id);
  if (!attempt)
    throw new Refusal(
      `No attempt at ${event.id} within 30 seconds; it will still be made. What comes of it: ${attemptsCommand}`,
    );
  output.record(presentAttempt(attempt), attemptBlanks);
  if (!attempt.succeeded)
    throw new Refusal(
      `The attempt failed: ${attempt.error?.message ?? `it was answered ${attempt.status_code}.`}`,
    );
}

async function firstAttempt(data: Data, id: string, event: string): Promise<AttemptItem | undefined> {
  const deadline = Date.now() + patienceMilliseconds;
  for (;;) {
    const [attempt] = await data.listAttempts(id, event);
    if (attempt || Date.now() > deadline) return attempt;
    await delay(lookEveryMilliseconds);
  }
}
