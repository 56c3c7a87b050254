import { setTimeout as delay } from 'node:timers/promises';
import { withoutAnswer } from '../../../shared/acts/answering.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import * as acts from '../../../shared/acts/sendTest.ts';
import type { EventId, WebhookId } from '../../../shared/contract/identifiers.ts';
import type { AttemptItem } from '../../../shared/data/webhooks/deliveries.ts';
import { listAttempts } from '../../../shared/data/webhooks/deliveryLists.ts';
import { operator } from '../../../shared/events/records/record.ts';
import type { Admin } from '../commandLine/admin.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { endpointRefusals, existingWebhook } from './lookups.ts';
import { attemptBlanks, presentAttempt, presentDelivery } from './records.ts';

/** Twice the time limit for an endpoint's answer. */
const patienceMilliseconds = 30_000;
const lookEveryMilliseconds = 250;

export async function sendTest(
  { output, now }: Admin,
  webhookId: WebhookId,
  { wait }: { wait?: true },
): Promise<void> {
  const { webhook } = await existingWebhook(webhookId);
  const { organization_id: organizationId } = webhook;
  const outcome = await acts.sendTest({ organizationId, webhookId, by: operator, now }, withoutAnswer);
  const delivery = accepted(outcome, endpointRefusals(webhookId));

  const attemptsCommand = `webhooks attempts ${webhookId} ${delivery.event_id}`;
  if (!wait) {
    output.record(presentDelivery(delivery));
    output.note(`To see the result: ${attemptsCommand}`);
    return;
  }
  const attempt = await firstAttempt(webhookId, delivery.event_id);
  if (!attempt)
    throw new Refusal(
      `There was no attempt at ${delivery.event_id} within 30 seconds. It will still be made. To see the result: ${attemptsCommand}`,
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
